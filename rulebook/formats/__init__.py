"""Read HTML, PDF, Word and OpenDocument files as lines of text.

Each file is read in a separate process (`child.read`) with limits of time and memory: whatever it does to its reader,
it is refused with one error key.  Imports are few, so that a process starts quickly.

Files are opened with python-docx, ElementTree and pdfium.  The text is extracted by our own code, since converters miss
some: of the tests in `test_formats` and `test_pdf` mammoth fails 4 (numbers, fields, hidden text), odfpy's odf2xhtml 4
(lists, outlines, tables) and pdfplumber 18 (columns, headings and tables across them, running heads).
"""
