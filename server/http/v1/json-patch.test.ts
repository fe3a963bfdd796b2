import { describe, expect, test } from 'vitest'
import { applyToState, readPatch } from './json-patch.ts'

const properties = ['Name', 'TeamId'] as const
const state = { Name: 'Old', TeamId: 7 }
const patched = (body: unknown) => applyToState(readPatch(body, properties), state)

describe('the body of a patch', () => {
  test.each(['/Name', 'Name', 'name', '/NAME'])('names a property as %s [G-91]', (path) => {
    expect(patched([{ op: 'replace', path, value: 'New' }])).toEqual({ Name: 'New' })
  })

  test('accepts a plain object as one replace per property [G-92]', () => {
    expect(patched({ name: 'New', TeamId: null })).toEqual({ Name: 'New', TeamId: null })
  })

  test('accepts property names of operations in any case', () => {
    expect(patched([{ Op: 'Replace', Path: '/Name', Value: 'New' }])).toEqual({ Name: 'New' })
  })

  test('removes by clearing, adds by setting [G-90]', () => {
    expect(patched([{ op: 'remove', path: '/TeamId' }])).toEqual({ TeamId: null })
    expect(patched([{ op: 'add', path: '/TeamId', value: 9 }])).toEqual({ TeamId: 9 })
  })

  test('continues if its test succeeds, and is a conflict as a whole if it fails [G-90]', () => {
    const change = { op: 'replace', path: '/Name', value: 'New' }
    expect(patched([{ op: 'test', path: '/Name', value: 'Old' }, change])).toEqual({ Name: 'New' })
    expect(() => patched([change, { op: 'test', path: '/TeamId', value: 8 }])).toThrow(/TeamId/)
  })

  test.each([
    ['/id'],
    ['/organisationId'],
    ['/createdByUserId'],
    ['/__proto__'],
    ['/__proto__/polluted'],
    ['/constructor/prototype/polluted'],
    ['/Name/0'],
    ['/'],
    [''],
    [null],
    [7],
  ])('rejects the path %j and names the operation [G-94]', (path) => {
    expect(() =>
      patched([
        { op: 'replace', path: '/Name', value: 'New' },
        { op: 'add', path, value: 1 },
      ]),
    ).toThrow(/\[1\]\.path/)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([['move'], ['copy'], ['_get'], [undefined]])('rejects the operation %j', (op) => {
    expect(() => patched([{ op, path: '/Name', from: '/TeamId', value: 1 }])).toThrow(/\[0\]\.op/)
  })

  test.each([['text'], [null], [[null]], [[[]]]])('rejects the body %j', (body) => {
    expect(() => patched(body)).toThrow()
  })

  test('rejects more than a thousand operations', () => {
    const operation = { op: 'replace', path: '/Name', value: 'New' }
    expect(patched(Array.from({ length: 1_000 }, () => operation))).toEqual({ Name: 'New' })
    expect(() => patched(Array.from({ length: 1_001 }, () => operation))).toThrow(/1000/)
  })
})
