// Moving, adding and removing the parts of a form that is designed.
import { describe, expect, test } from 'vitest'
import {
  type Design,
  designOf,
  fieldPart,
  isSameDesign,
  moved,
  newSection,
  sentParts,
  stepped,
  withNew,
  withoutPart,
  withPart,
} from './design.ts'

const field = (id: string) => ({ field: { id, name: id.toUpperCase(), fieldType: 'ShortText' } })
const design = designOf([
  field('a'),
  { group: { id: 1, title: 'One' }, parts: [field('b'), field('c')] },
  field('d'),
])

/** The keys in order, those of sections in brackets. */
const outline = (parts: Design): string =>
  parts.map((part) => (part.kind === 'group' ? `[${outline(part.parts)}]` : part.id)).join(' ')
const steps = (key: string, step: -1 | 1, count: number) => {
  let now = design
  return Array.from({ length: count }, () => {
    now = stepped(now, key, step)
    return outline(now)
  })
}

describe('a design', () => {
  test('is what was read, and is sent as it was read', () => {
    expect(outline(design)).toBe('a [b c] d')
    expect(sentParts(design)[1]).toEqual({
      group: { id: 1, title: 'One' },
      parts: ['b', 'c'].map((id) => ({
        field: id,
        label: null,
        required: false,
        requiredBefore: null,
        readOnly: false,
        help: null,
        when: null,
      })),
      when: null,
    })
    expect(isSameDesign(design, designOf(sentParts(design).map((part) => part)))).toBe(false)
  })

  test('a field goes down into a section and out of it, a step at a time', () => {
    expect(steps('field-a', 1, 5)).toEqual(['[a b c] d', '[b a c] d', '[b c a] d', '[b c] a d', '[b c] d a'])
    expect(steps('field-d', -1, 5)).toEqual(['a [b c d]', 'a [b d c]', 'a [d b c]', 'a d [b c]', 'd a [b c]'])
  })

  test('at either end of the form nothing moves', () => {
    expect(stepped(design, 'field-a', -1)).toBe(design)
    expect(stepped(design, 'field-d', 1)).toBe(design)
  })

  test('a section passes its neighbours', () => {
    expect(steps('group-1', 1, 2)).toEqual(['a d [b c]', 'a d [b c]'])
    expect(steps('group-1', -1, 1)).toEqual(['[b c] a d'])
  })

  test('a part is dropped before another one or into a section, never into itself', () => {
    expect(outline(moved(design, 'field-d', { before: 'field-c' }))).toBe('a [b d c]')
    expect(outline(moved(design, 'field-b', { endOf: undefined }))).toBe('a [c] d b')
    expect(moved(design, 'group-1', { before: 'field-b' })).toBe(design)
    expect(moved(design, 'group-1', { endOf: 'group-1' })).toBe(design)
  })

  test('parts are added, changed and removed', () => {
    const added = withNew(design, newSection('Two'), { endOf: undefined })
    expect(outline(added)).toBe('a [b c] d []')
    expect(sentParts(added).at(-1)).toEqual({ group: { title: 'Two' }, parts: [], when: null })
    const inside = withNew(design, fieldPart({ id: 'e', name: 'E' }), { endOf: 'group-1' })
    expect(outline(inside)).toBe('a [b c e] d')
    expect(outline(withoutPart(inside, 'group-1'))).toBe('a d')
    const renamed = withPart(design, 'field-b', (part) =>
      part.kind === 'field' ? { ...part, label: 'Better', required: true } : part,
    )
    expect(sentParts(renamed)[1]).toMatchObject({
      parts: [{ field: 'b', label: 'Better', required: true }, {}],
    })
    expect(isSameDesign(design, renamed)).toBe(false)
  })
})
