// What keys mean.
import { expect, test } from 'vitest'
import { keyLabel, keyName, meaningOf } from './keys.ts'

const pressed = { ctrlKey: false, metaKey: false, altKey: false }
const action = (id: string, key: string) => ({ id, key, label: id, run: () => undefined })
const actions = [
  action('matters', 'g m'),
  action('create', 'c'),
  action('palette', 'mod+k'),
  action('later', 'c'),
]

test('keys have names', () => {
  expect(keyName({ ...pressed, key: 'k', ctrlKey: true })).toBe('mod+k')
  expect(keyName({ ...pressed, key: 'K', metaKey: true })).toBe('mod+k')
  expect(keyName({ ...pressed, key: '?' })).toBe('?')
  expect(keyName({ ...pressed, key: ' ' })).toBe('Space')
  expect(keyName({ ...pressed, key: 'Shift' })).toBeUndefined()
  expect(keyName({ ...pressed, key: 'k', altKey: true })).toBeUndefined()
})

test('a sequence is begun and then means something; the last of several with one key counts', () => {
  expect(meaningOf(['g'], actions)).toEqual({ action: undefined, begun: true })
  expect(meaningOf(['g', 'm'], actions)).toMatchObject({ action: { id: 'matters' }, begun: false })
  expect(meaningOf(['c'], actions).action?.id).toBe('later')
  expect(meaningOf(['g', 'x'], actions)).toEqual({ action: undefined, begun: false })
})

test('keys are shown as they are on the keyboard', () => {
  expect([
    keyLabel('mod+k', false),
    keyLabel('mod+k', true),
    keyLabel('g m', false),
    keyLabel('?', false),
    keyLabel('A', false),
  ]).toEqual(['Ctrl K', '⌘ K', 'G then M', '?', 'Shift A'])
})
