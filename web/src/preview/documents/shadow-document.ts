// Shows what others wrote inside a shadow root: its styles stay in it, nothing in it runs, and it cannot cover the page
// around it.

/** What is put into the root: elements that were made without being on the page, and the text of their styles. */
export interface Foreign {
  readonly nodes: readonly Node[]
  readonly styles: readonly string[]
}

/** Replaces what the host shows. Elements that could run or load something are removed, links open elsewhere. */
export function showForeign(host: HTMLElement, { nodes, styles }: Foreign): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheets = styles.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(withoutAddresses(text))
    return sheet
  })
  root.adoptedStyleSheets = sheets
  const body = document.createElement('div')
  body.append(...nodes)
  makeHarmless(body)
  root.replaceChildren(body)
  return root
}

/** A rule may not load anything, not even from here; pictures that are part of the document are in it. */
const withoutAddresses = (css: string): string =>
  css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(?!["']?data:image\/(?:png|jpeg|gif))[^)]*\)/gi, 'none')

const running =
  'script, iframe, frame, object, embed, link, meta, base, style, form, input, button, video, audio'

/** Removes what could run, load or send from elements that are not on the page yet. */
function makeHarmless(root: Element): void {
  for (const element of root.querySelectorAll(running)) element.remove()
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (isDangerous(name, value)) element.removeAttribute(name)
    }
    if (element.localName === 'a') harmlessLink(element)
  }
}

function isDangerous(name: string, value: string): boolean {
  if (/^on/i.test(name) || name === 'srcset' || name === 'srcdoc') return true
  if (name === 'style') return /url\(|@import|expression/i.test(value)
  if (name === 'src' || name === 'xlink:href') return !/^data:image\//i.test(value.trim())
  return false
}

function harmlessLink(link: Element): void {
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('#')) {
    // the app's own addresses are behind the #: what belongs to the document stays in the document
    link.setAttribute('data-place', href.slice(1))
    link.removeAttribute('href')
    return
  }
  if (!/^(?:https?|mailto):/i.test(href.trim())) return link.removeAttribute('href')
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer nofollow')
}
