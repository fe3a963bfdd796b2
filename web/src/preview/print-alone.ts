// Printing one element of a page, whole, without what is around it. The rules are in `app/print.css`.

const root = document.documentElement

/** Prints the element, which has `data-print-whole`, and nothing else; `paper` is what CSS says of its pages. */
export function printAlone(element: HTMLElement | null, paper = 'margin: 18mm'): void {
  if (element === null) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page { ${paper}; }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  element.dataset['printWhole'] = 'alone'
  root.dataset['printsAlone'] = 'true'
  window.addEventListener(
    'afterprint',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
      element.dataset['printWhole'] = ''
      delete root.dataset['printsAlone']
    },
    { once: true },
  )
  window.print()
}
