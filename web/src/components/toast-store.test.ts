// The messages about what was done: how many there are, and which go when what they are about has moved on.
import { afterEach, expect, test, vi } from 'vitest'
import { closeOutdated, closeToast, forgetUndo, shownToasts, showToast, undoLatest } from './toast-store.ts'

const texts = () => shownToasts().map(({ text, undo }) => (undo ? `${text} · Undo` : text))

afterEach(() => shownToasts().forEach(({ id }) => closeToast(id)))

test('a message that says another state than the thing is in now is closed, others stay', () => {
  const undo = vi.fn()
  showToast({ text: 'Moved to Signing', undo, about: { thing: 'contract 1', state: 'Signing' } })
  showToast({ text: 'Contract 2: moved to Signing', undo, about: { thing: 'contract 2', state: 'Signing' } })
  showToast({ text: 'Expiry saved' })
  closeOutdated('contract 1', 'Signing')
  expect(texts()).toHaveLength(3)
  closeOutdated('contract 1', 'Executed')
  expect(texts()).toEqual(['Contract 2: moved to Signing · Undo', 'Expiry saved'])
  expect(undo).not.toHaveBeenCalled()
})

test('what can no longer be taken back stays without its way back, and the latest other one is undone', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  showToast({ text: 'Renamed', undo: first })
  showToast({ text: 'Moved to Approval', undo: second, about: { thing: 'contract 1', state: 'Approval' } })
  forgetUndo('contract 1')
  expect(texts()).toEqual(['Renamed · Undo', 'Moved to Approval'])
  expect(undoLatest()).toBe(true)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  expect(undoLatest()).toBe(false)
})
