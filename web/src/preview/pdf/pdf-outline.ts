// The outline of a PDF: the bookmarks that its author gave it.
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { OutlineEntry } from '../outline-panel.tsx'

type Bookmark = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

// one that is made to be endless
const MOST = 2_000

/** In the order of the document; `goTo` leads to the place of a bookmark. None for a document without bookmarks. */
export async function outlineOf(
  document: PDFDocumentProxy,
  goTo: (destination: NonNullable<Bookmark['dest']>) => void,
): Promise<readonly OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  const add = (bookmarks: readonly Bookmark[], level: number) => {
    for (const { title, dest, items } of bookmarks) {
      if (entries.length >= MOST) return
      if (dest !== null && title.trim() !== '')
        entries.push({ key: String(entries.length), text: title.trim(), level, show: () => goTo(dest) })
      add(items as readonly Bookmark[], level + 1)
    }
  }
  // the library's types leave out that most documents have none
  add((await document.getOutline().catch(() => null)) ?? [], 0)
  return entries
}
