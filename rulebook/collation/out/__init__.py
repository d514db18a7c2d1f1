"""What leaves the desk: reports, tables, files for other tools, decisions, projects; and the commands."""
