// How the pages of a Word document lie on the screen.

/** For the shadow root that a Word document is drawn in. */
export const pageStyles = `
:host { display: block; }
.docx-wrapper { background: transparent !important; padding: 12px !important; }
.docx-wrapper > section.docx { box-shadow: 0 0 0 1px rgb(0 0 0 / 0.12) !important; margin: 0 auto 12px !important;
  max-width: 100%; box-sizing: border-box; color: #000; background: #fff; overflow-wrap: break-word; }
/* one that says nothing of its margins */
section.docx:not([style*="padding"]) { padding: 48px 56px; }
section.docx img { max-width: 100%; }
ins { text-decoration: underline; }
del { text-decoration: line-through; }
`
