// The mark that says whether the page is at rest.
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useDebouncedCallback, useDebouncedValue } from './debounced.ts'
import { asWork, later, publishRest } from './quiet.ts'

const mark = () => document.documentElement.dataset['rest']
const rests = () => expect.poll(mark).toBe('yes')

publishRest()
beforeEach(rests)

test('an act takes the mark away at once, and it comes back when nothing follows', async () => {
  document.body.click()
  expect(mark()).toBe('no')
  await rests()
})

test('the page does not rest while a call is under way, whether it ends well or not', async () => {
  let answer = () => {}
  let fail = () => {}
  const calls = [
    asWork(new Promise<void>((resolve) => (answer = resolve))),
    asWork(new Promise<void>((_, reject) => (fail = () => reject(new Error('away'))))),
  ]
  document.body.click()
  answer()
  await calls[0]
  await pause()
  expect(mark(), 'one has ended').toBe('no')
  fail()
  await expect(calls[1]).rejects.toThrow('away')
  await rests()
})

test('a pause counts until it has ended or is called off', async () => {
  let ran = 0
  const callOff = later(() => (ran += 1), 60_000)
  await pause()
  expect(mark()).toBe('no')
  callOff()
  await rests()
  later(() => (ran += 1), 1)
  await rests()
  expect(ran).toBe(1)
})

test('a value that waits for a pause counts, and a component that goes counts no more', async () => {
  const value = renderHook(({ words }) => useDebouncedValue(words, 60_000), { initialProps: { words: 'a' } })
  value.rerender({ words: 'b' })
  await pause()
  expect(mark()).toBe('no')
  value.unmount()
  await rests()
  const callback = renderHook(() => useDebouncedCallback(() => {}, 60_000))
  callback.result.current.run()
  await pause()
  expect(mark()).toBe('no')
  callback.unmount()
  await rests()
})

/** Long enough for a page at rest to say so. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 200))
