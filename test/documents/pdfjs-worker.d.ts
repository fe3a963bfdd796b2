// The worker of the reader of PDFs, which brings no types.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
