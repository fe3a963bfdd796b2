import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { draw, screen, waitFor } from '../../../../test/components/page.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { FilterProperty } from './property.ts'
import type { Sentence } from './sentence.ts'

const properties: readonly FilterProperty[] = [
  { path: 'Name', label: 'Name', kind: 'text' },
  {
    path: 'Status',
    label: 'Status',
    kind: 'choice',
    choices: [
      { value: 'Open', label: 'Open' },
      { value: 'Closed', label: 'Closed' },
    ],
  },
  { path: 'Restricted', label: 'Restricted', kind: 'flag' },
  { path: 'Due', label: 'Due', kind: 'day', nothing: 'Due' },
]

function filter(begun: Sentence = []) {
  const sentences: Sentence[] = []
  let left = 0
  let set: (sentence: Sentence) => void = () => undefined
  function List() {
    const [sentence, setSentence] = useState(begun)
    set = setSentence
    return (
      <FilterBar
        sentence={sentence}
        filter=""
        properties={properties}
        more={[]}
        find="Name"
        findLabel="Find matters"
        count="3 matters"
        onChange={(next) => {
          sentences.push(next)
          setSentence(next)
        }}
        onText={() => undefined}
        onLeave={() => (left += 1)}
      />
    )
  }
  const { user } = draw(<List />)
  const add = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Add a filter' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  return { user, sentences, add, set: (next: Sentence) => set(next), timesLeft: () => left }
}

const open = { path: 'Status', operator: 'is', values: ['Open'] } as const

describe('the filter of a list', () => {
  test('gets a condition as soon as that has its value, and no sooner', async () => {
    const { user, sentences, add } = filter()
    await add('Status')
    const box = await screen.findByRole('checkbox', { name: 'Open' })
    expect(sentences).toEqual([])
    await user.click(box)
    expect(sentences).toEqual([[open]])
    await user.click(screen.getByRole('checkbox', { name: 'Closed' }))
    expect(sentences.at(-1)).toEqual([{ ...open, values: ['Open', 'Closed'] }])
  })

  test('a condition of yes or no is there at once', async () => {
    const { sentences, add } = filter()
    await add('Restricted')
    expect(sentences).toEqual([[{ path: 'Restricted', operator: 'is', values: ['true'] }]])
  })

  test('is changed and removed by its chips, one or all', async () => {
    const { user, sentences } = filter([open, { path: 'Due', operator: 'empty', values: [] }])
    await user.click(screen.getByRole('button', { name: 'Change the filter Status is Open' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Closed' }))
    expect(sentences.at(-1)?.[0]).toEqual({ ...open, values: ['Open', 'Closed'] })
    await user.click(screen.getByRole('button', { name: /^Remove the filter Status/ }))
    expect(sentences.at(-1)).toEqual([{ path: 'Due', operator: 'empty', values: [] }])
  })

  test('"Clear all" removes the conditions, and what it cannot put into words is kept until then', async () => {
    const { user, sentences } = filter([open, { text: "Owner/Id eq 'x' or Id eq 3" }])
    screen.getByText("Owner/Id eq 'x' or Id eq 3")
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(sentences).toEqual([[]])
  })

  test('an operator that takes other values begins without any', async () => {
    const { user, sentences } = filter([{ path: 'Due', operator: 'is', values: ['2026-03-02'] }])
    await user.click(screen.getByRole('button', { name: /^Change the filter Due is on/ }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Due' }), 'is within the next')
    expect(sentences.at(-1)).toEqual([{ path: 'Due', operator: 'next', values: ['30'] }])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Due' }), 'is empty')
    expect(sentences.at(-1)).toEqual([{ path: 'Due', operator: 'empty', values: [] }])
  })
})

describe('the find box', () => {
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find matters' })

  test('filters once typing stops, and an emptied one no longer', async () => {
    const { user, sentences } = filter([open])
    await user.type(box(), ' quay')
    await waitFor(() =>
      expect(sentences).toEqual([[open, { path: 'Name', operator: 'contains', values: ['quay'] }]]),
    )
    await user.clear(box())
    await waitFor(() => expect(sentences.at(-1)).toEqual([open]))
  })

  test('shows what the address asks for, when that changes elsewhere', async () => {
    const { set } = filter()
    set([{ path: 'Name', operator: 'contains', values: ['lease'] }])
    await waitFor(() => expect(box().value).toBe('lease'))
    set([])
    await waitFor(() => expect(box().value).toBe(''))
  })

  test('shows what was found, after going back and forward', async () => {
    const { user, sentences, set } = filter()
    await user.type(box(), 'quay')
    await waitFor(() => expect(sentences).toHaveLength(1))
    set([])
    await waitFor(() => expect(box().value).toBe(''))
    set(sentences[0] ?? [])
    await waitFor(() => expect(box().value).toBe('quay'))
  })

  test.each(['{Enter}', '{ArrowDown}', '{Escape}'])('%s leads into the rows', async (key) => {
    const { user, timesLeft } = filter()
    await user.type(box(), key)
    expect(timesLeft()).toBe(1)
  })
})
