// Fields that are placed on the pages of a document before it is sent for signature.
import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../../../lib/client.ts'
import type { PagePlace } from '../../../../preview/pdf/pdf-pages.tsx'
import type { NewRequest } from '../requests.ts'

/** A field, as it is sent. `signer` is the place in the list, from 1. */
export type NewField = NonNullable<NewRequest['fields']>[number]
export type FieldKind = NewField['kind']

/** A field while it is placed: the key stays when others are removed. */
export interface PlacedField extends Omit<NewField, 'required' | 'label'> {
  readonly key: number
  readonly required: boolean
  readonly label: string | null
}

export const fieldKinds = [
  'Signature',
  'Initials',
  'Name',
  'Title',
  'Date',
  'Text',
  'Tick',
] as const satisfies readonly FieldKind[]

const sizes: Readonly<Record<FieldKind, { readonly width: number; readonly height: number }>> = {
  Signature: { width: 160, height: 44 },
  Initials: { width: 64, height: 32 },
  Name: { width: 160, height: 18 },
  Title: { width: 160, height: 18 },
  Date: { width: 100, height: 18 },
  Text: { width: 160, height: 18 },
  Tick: { width: 14, height: 14 },
}
export const mostFields = 200
const smallestSide = 8

/** The pages of the document, and what the anchors in its text propose. */
export const proposalQuery = (contractId: number, version: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'signatureFields', version],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contracts/{contractId}/signatureFields/{version}', {
          params: { path: { contractId, version } },
          signal,
        }),
      ),
    retry: false,
  })

export type Proposal = Awaited<ReturnType<NonNullable<ReturnType<typeof proposalQuery>['queryFn']>>>
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Those of the anchors, to begin with. */
export const placedFrom = (fields: Proposal['fields']): readonly PlacedField[] =>
  fields.map((each, key) => ({ ...each, label: each.label ?? null, key }))

const between = (value: number, least: number, most: number) =>
  Math.round(Math.min(Math.max(value, least), Math.max(least, most)) * 100) / 100

/** The field with all of it on its page. */
export function onPage(field: PlacedField, pages: readonly PageSize[]): PlacedField {
  const page = between(Math.round(field.page), 1, pages.length)
  const size = pages[page - 1] ?? { width: field.width, height: field.height }
  const width = between(field.width, smallestSide, size.width)
  const height = between(field.height, smallestSide, size.height)
  return {
    ...field,
    page,
    width,
    height,
    x: between(field.x, 0, size.width - width),
    y: between(field.y, 0, size.height - height),
  }
}

/** A new field, in the middle of what is looked at. */
export function newField(
  kind: FieldKind,
  signer: number,
  { fields, at }: { fields: readonly PlacedField[]; at: Pick<PagePlace, 'page' | 'x' | 'y'> },
): PlacedField {
  const { width, height } = sizes[kind]
  const key = Math.max(-1, ...fields.map((each) => each.key)) + 1
  return {
    key,
    kind,
    signer,
    page: at.page,
    x: at.x - width / 2,
    y: at.y - height / 2,
    width,
    height,
    required: kind !== 'Tick' && kind !== 'Text',
    label: null,
  }
}

/** Without those of a signer who is taken off the list; the later ones move up. */
export const withoutSigner = (fields: readonly PlacedField[], index: number): readonly PlacedField[] =>
  fields
    .filter(({ signer }) => signer !== index + 1)
    .map((each) => (each.signer > index + 1 ? { ...each, signer: each.signer - 1 } : each))

/** As they are sent. */
export const sentFields = (fields: readonly PlacedField[]): readonly NewField[] =>
  fields.map(({ signer, kind, page, x, y, width, height, required, label }) => ({
    signer,
    kind,
    page,
    x,
    y,
    width,
    height,
    required,
    label,
  }))
