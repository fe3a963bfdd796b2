// Keeps the place of the keyboard. What has the focus may go from the page (a task that is done leaves the list, a card
// changes its column): the browser would start at the top again.

interface Step {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), textarea:not(:disabled), select:not(:disabled), [tabindex]'

/**
 * Watches within `area` until the answered function is called: where the focus is lost, what was nearest to it gets it.
 */
export function keepFocus(area: HTMLElement): () => void {
  let trail: readonly Step[] = []
  const remember = ({ target }: FocusEvent) => {
    trail = target instanceof Element ? trailOf(target, area) : []
  }
  // left on purpose: for something else, or by pressing anywhere
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) trail = []
  }
  const press = () => {
    trail = []
  }
  const observer = new MutationObserver(() => {
    if (trail[0] === undefined || trail[0].element.isConnected) return
    const lost = trail
    trail = []
    // dialogs and pages that move the focus themselves come first
    window.requestAnimationFrame(() => {
      if (document.activeElement === document.body) nearest(lost)?.focus()
    })
  })
  area.addEventListener('focusin', remember)
  area.addEventListener('focusout', leave)
  document.addEventListener('pointerdown', press, true)
  observer.observe(area, { childList: true, subtree: true })
  return () => {
    area.removeEventListener('focusin', remember)
    area.removeEventListener('focusout', leave)
    document.removeEventListener('pointerdown', press, true)
    observer.disconnect()
  }
}

/** The element and what it is in, with their neighbours, from the inside to the outside. */
function trailOf(target: Element, area: HTMLElement): readonly Step[] {
  const steps: Step[] = []
  for (let element: Element | null = target; element && element !== area; element = element.parentElement) {
    steps.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling })
  }
  return steps
}

function nearest(steps: readonly Step[]): HTMLElement | undefined {
  for (const { element, next, previous } of steps) {
    for (const place of element.isConnected ? [element] : [next, previous]) {
      const found = place?.isConnected ? focusableIn(place) : undefined
      if (found) return found
    }
  }
  return undefined
}

function focusableIn(place: Element): HTMLElement | undefined {
  const all = [...(place.matches(FOCUSABLE) ? [place] : []), ...place.querySelectorAll(FOCUSABLE)]
  return all.find(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.checkVisibility({ visibilityProperty: true }),
  )
}
