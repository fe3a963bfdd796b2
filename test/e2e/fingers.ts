// Whether a page can be used with fingers, on a telephone.

export const telephone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** The controls of the page that something else lies on once they are scrolled into view. */
export const covered = `[...document.querySelectorAll('main :is(button, a, input, textarea):not([tabindex="-1"])')].flatMap((control) => {
  control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = control.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  if (width === 0 || x < 0 || x > innerWidth) return []
  const hit = document.elementFromPoint(x, y)
  return control.contains(hit) || hit?.contains(control) ? [] : [control.outerHTML]
})`

/**
 * The controls that are hit less than 12 pixels around their middle, each scrolled into view: what a finger needs at
 * least. Links within a text are as high as its lines.
 */
export const narrow = `[...document.querySelectorAll(':is(button, a, input, textarea, [role=tab]):not([tabindex="-1"])')].flatMap((control) => {
  const { display, visibility } = getComputedStyle(control)
  if (display === 'inline' || visibility === 'hidden') return []
  control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = control.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  if (width <= 4 || x < 0 || x > innerWidth) return []
  const isHit = ([right, down]) => {
    const hit = document.elementFromPoint(x + right, y + down)
    return hit === null || control.contains(hit) || hit.closest('label')?.control === control
  }
  return [[-11.5, 0], [11.5, 0], [0, -11.5], [0, 11.5]].every(isHit) ? [] : [control.outerHTML]
})`
