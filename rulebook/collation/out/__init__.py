"""What leaves the desk: reports, tables, files for other tools, decisions and projects; the commands."""
