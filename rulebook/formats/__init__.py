"""Readers of HTML, PDF, Word and OpenDocument files as lines of text.

Each runs in a process of its own (`child.read`) with limits of time and memory: whatever a file does to a reader, it is
refused with one key.  Little is imported, so that a process starts quickly.

Files are opened with python-docx, ElementTree and pdfium; what is read of them is our own code, since converters read
less: of the claims in `test_formats` and `test_pdf` mammoth fails 4 (numbers, fields, hidden text), odfpy's
odf2xhtml 4 (lists, outlines, tables) and pdfplumber 18 (columns, headings and tables across them, running heads).
"""
