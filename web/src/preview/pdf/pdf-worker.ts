// The worker of pdf.js, bundled under a plain name: the server serves no name with two dots.
import 'pdfjs-dist/build/pdf.worker.mjs'
