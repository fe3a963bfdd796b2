// Values that a filter can be given, asked of the server as people type; and the names of values that a filter has.
import { queryOptions } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kindNames, type KindNames } from '../../lib/kinds.ts'
import type { Choice, PickerName } from './property.ts'

/** How many are offered at once. */
const MOST = 20

interface Query {
  readonly $filter?: string
  readonly $orderby?: string
  readonly $top: number
}

interface Source {
  /** The property that names are found by, and sorted by without `order`. */
  readonly name: string
  readonly order?: string
  readonly id: string
  readonly quoted?: boolean
  readonly read: (query: Query) => Promise<readonly Choice[]>
  readonly only?: string
  /** The names of these, for people who cannot read the list. */
  readonly named?: (ids: readonly string[]) => Promise<readonly Choice[]>
  /** Of what is read whole: its names are looked through here. */
  readonly whole?: true
}

interface Named {
  readonly id?: number | string | null
  readonly name?: string | null
}

const namedChoices = ({ items }: { readonly items: readonly Named[] }): readonly Choice[] =>
  items.flatMap(({ id, name }) =>
    id === undefined || id === null ? [] : [{ value: String(id), label: name ?? String(id) }],
  )

interface PersonNames {
  readonly id?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** How a person is called where there is one line for them. */
export const personName = ({ firstName = '', lastName = '', email = '' }: PersonNames): string =>
  `${firstName} ${lastName}`.trim() || email

/** Something of every kind of record that is found by its name. */
const ofKinds = (
  read: (names: KindNames) => readonly [PickerName, Source['read']],
): Readonly<Record<string, Source>> =>
  Object.fromEntries(
    kindNames.map((names) => {
      const [picker, choices] = read(names)
      return [picker, { name: 'Name', id: 'Id', read: choices }]
    }),
  )

const taxCodeChoice = ({ id, code, name }: Pick<Item<'/v2/taxCodes'>, 'id' | 'code' | 'name'>): Choice => ({
  value: String(id),
  label: `${code} (${name})`,
})

/** As a line says it, which more people see than the list of codes. */
async function taxCodeOfLine(id: string): Promise<readonly Choice[]> {
  const query = { $filter: `TaxCode/Id eq ${id}`, $top: 1 }
  const { items } = await answer(client.GET('/v2/invoiceLines', { params: { query } }))
  return items.flatMap(({ taxCode }) => (taxCode ? [taxCodeChoice(taxCode)] : []))
}

const sources: Readonly<Record<string, Source>> = {
  people: {
    name: 'LastName',
    id: 'Id',
    read: async (query) =>
      (await answer(client.GET('/v2/users', { params: { query } }))).items.flatMap((person) =>
        person.id === undefined ? [] : [{ value: person.id, label: personName(person) }],
      ),
  },
  teams: {
    name: 'Name',
    order: 'Place,Name',
    id: 'Id',
    read: async (query) => namedChoices(await answer(client.GET('/v2/teams', { params: { query } }))),
  },
  tags: {
    name: 'Description',
    order: 'Place,Description',
    id: 'Id',
    read: async (query) => {
      const { items } = await answer(client.GET('/v2/tags', { params: { query } }))
      return namedChoices({
        items: items.map(({ id, description }) => ({ id: id ?? null, name: description ?? null })),
      })
    },
  },
  tagWords: {
    name: 'Description',
    order: 'Place,Description',
    id: 'Description',
    quoted: true,
    read: async (query) =>
      (await answer(client.GET('/v2/tags', { params: { query } }))).items.flatMap(({ description }) =>
        description === undefined ? [] : [{ value: description, label: description }],
      ),
  },
  parties: {
    name: 'Name',
    id: 'Id',
    read: async (query) =>
      namedChoices(await answer(client.GET('/v2/contractParties', { params: { query } }))),
  },
  ...ofKinds(({ many }) => [
    many,
    async (query) => namedChoices(await answer(client.GET(`/v2/${many}`, { params: { query } }))),
  ]),
  ...ofKinds(({ one }) => [
    `${one}Types`,
    async (query) => namedChoices(await answer(client.GET(`/v2/${one}Types`, { params: { query } }))),
  ]),
  requestTypes: {
    name: 'Title',
    id: 'Id',
    whole: true,
    read: async () =>
      (await answer(client.GET('/v2/requestTypes'))).items.map(({ id, title }) => ({
        value: String(id),
        label: title,
      })),
  },
  taxCodes: {
    name: 'Code',
    order: 'Country,Code',
    id: 'Id',
    read: async (query) =>
      (await answer(client.GET('/v2/taxCodes', { params: { query } }))).items.map(taxCodeChoice),
    named: (ids) => Promise.all(ids.map(taxCodeOfLine)).then((found) => found.flat()),
  },
  firms: {
    name: 'Name',
    id: 'Id',
    only: "Type eq 'ServiceProvider'",
    read: async (query) => namedChoices(await answer(client.GET('/v2/organizations', { params: { query } }))),
  },
}

function optionsOf(fieldId: string): Source {
  return {
    name: 'Label',
    id: 'Value',
    quoted: true,
    read: async (query) => {
      const params = { path: { fieldId }, query }
      const { items } = await answer(client.GET('/v2/fields/{fieldId}/options', { params }))
      return items.flatMap(({ value, label }) =>
        value === undefined || value === null ? [] : [{ value, label: label ?? value }],
      )
    },
  }
}

function sourceOf(picker: PickerName): Source {
  const source = sources[picker]
  return source ?? optionsOf(picker.replace(/^options:/, ''))
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

function findFilter(picker: PickerName, { name, only }: Source, words: string): string {
  const found =
    picker === 'people'
      ? words.split(/\s+/).map((word) => {
          const text = quote(word)
          return `(contains(FirstName,${text}) or contains(LastName,${text}) or contains(Email,${text}))`
        })
      : [`contains(${name},${quote(words)})`]
  return [...(only === undefined ? [] : [only]), ...(words === '' ? [] : found)].join(' and ')
}

/** The values whose names have these words; the first ones without any. */
export function choicesQuery(picker: PickerName, words: string) {
  return queryOptions({
    queryKey: ['picker', picker, words],
    staleTime: 60_000,
    queryFn: async () => {
      const source = sourceOf(picker)
      if (source.whole) {
        const found = words.trim().toLowerCase()
        return (await source.read({ $top: MOST })).filter(({ label }) => label.toLowerCase().includes(found))
      }
      const $filter = findFilter(picker, source, words.trim())
      // options stand in the order that was given to them
      const $orderby = source.order ?? (source.quoted === true ? undefined : source.name)
      return source.read({
        ...($filter === '' ? {} : { $filter }),
        ...($orderby === undefined ? {} : { $orderby }),
        $top: MOST,
      })
    },
  })
}

/** The names of these values. */
export function namesQuery(picker: PickerName, values: readonly string[]) {
  const wanted = values.filter((value) => value !== 'me()').toSorted()
  return queryOptions({
    queryKey: ['picker-names', picker, wanted.join(' ')],
    enabled: wanted.length > 0,
    staleTime: 300_000,
    queryFn: async () => {
      const source = sourceOf(picker)
      if (source.whole)
        return (await source.read({ $top: MOST })).filter(({ value }) => wanted.includes(value))
      if (source.named) return source.named(wanted.slice(0, MOST))
      const written = source.quoted === true ? wanted.map(quote) : wanted
      return source.read({ $filter: `${source.id} in (${written.slice(0, 100).join(',')})`, $top: 100 })
    },
  })
}
