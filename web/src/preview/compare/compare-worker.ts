// Compares in a worker, so that a long document does not stop the page.
import { compareTexts } from './compare-texts.ts'
import type { ComparedParagraph } from './comparison.ts'

interface Order {
  readonly left: readonly ComparedParagraph[]
  readonly right: readonly ComparedParagraph[]
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  // a page has opened it, no other origin can
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(compareTexts(data.left, data.right))
})
