// How the pages of a Word document lie on the screen, and on paper.

const names = { all: 'chancery-comments', current: 'chancery-comment' }

/** Marks the words that comments are about, one of them as the current one; where the browser can. */
export function markComments(all: readonly Range[], current: Range | undefined): void {
  if (typeof Highlight === 'undefined') return
  const marks = new Highlight(...all)
  // below what is found
  marks.priority = -2
  CSS.highlights.set(names.all, marks)
  const mark = new Highlight(...(current ? [current] : []))
  mark.priority = -1
  CSS.highlights.set(names.current, mark)
}

/** Removes these marks. */
export function unmarkComments(): void {
  if (typeof Highlight === 'undefined') return
  for (const name of Object.values(names)) CSS.highlights.delete(name)
}

/** For the shadow root that a Word document is drawn in. */
export const pageStyles = `
:host { display: block; }
.docx-wrapper { background: transparent !important; padding: 12px !important; align-items: safe center !important; }
.docx-wrapper > section.docx { box-shadow: 0 0 0 1px rgb(0 0 0 / 0.12) !important; margin: 0 auto 12px !important;
  flex: none; box-sizing: border-box; color: #000; background: #fff; overflow-wrap: break-word; }
/* one that says nothing of its size and margins */
section.docx:not([style*="width"]) { width: 794px; }
section.docx:not([style*="min-height"]) { min-height: 1123px; }
section.docx:not([style*="padding"]) { padding: 72px 80px; }
section.docx img { max-width: 100%; }
/* less room than a page is wide: the text takes what there is */
.docx-wrapper.narrow { align-items: stretch !important; }
.narrow > section.docx { margin: 0 0 12px !important; width: auto !important; max-width: 100%; min-height: 0 !important; padding: 20px 16px !important; }
.narrow > section.docx :is(header, footer) { margin-block: 0 !important; min-height: 0 !important; }
ins { text-decoration: underline; }
del { text-decoration: line-through; }
::highlight(${names.all}) { background-color: rgb(255 226 150 / 0.6); }
::highlight(${names.current}) { background-color: rgb(255 190 90); }
@media print {
  .docx-wrapper { display: block !important; padding: 0 !important; zoom: 1 !important; }
  .docx-wrapper > section.docx { display: block !important; width: auto !important; min-height: 0 !important;
    margin: 0 !important; padding: 0 !important; box-shadow: none !important; overflow: visible !important; }
  section.docx + section.docx { break-before: page; }
  section.docx :is(header, footer) { margin-block: 0 !important; min-height: 0 !important; }
  ::highlight(${names.all}), ::highlight(${names.current}) { background-color: transparent; }
}
`
