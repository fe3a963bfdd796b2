// What the pages of types need to know of the types of one kind of record.
import type { ReactNode } from 'react'
import type { StateOfForm } from './designer/states-of-form.ts'
import type { Answer } from '../../lib/calls.ts'
import type { KindNames } from '../../lib/kinds.ts'

export type FormParts = Answer<'/v2/forms/{form}'>['parts']
export type FormVersions = Answer<'/v2/forms/{form}/versions'>['items']

/** A form with the version that it was read in. */
export interface ReadForm {
  readonly parts: FormParts
  readonly etag: string | undefined
}

/** The calls on one form of one type. */
export interface FormCalls {
  readonly key: readonly unknown[]
  readonly read: (signal: AbortSignal) => Promise<ReadForm>
  readonly save: (parts: readonly object[], etag: string | undefined) => Promise<unknown>
  readonly versions: (signal: AbortSignal) => Promise<FormVersions>
}

/** A form that types have. */
export interface TypeForm {
  readonly name: string
  readonly label: string
  readonly lead: string
  /** Whether it is filled in once, when a record is made; the others show their fields on the record. */
  readonly asks: boolean
}

/** A part of the page of a type. */
export interface TypeTab {
  readonly value: string
  readonly label: string
  readonly draw: () => ReactNode
}

export interface TypeCalls {
  /** Turns it off: no new record can have it. */
  readonly retire: (id: number) => Promise<unknown>
  readonly restore: (id: number) => Promise<unknown>
  /** Deletes one that no record has. */
  readonly purge: (id: number) => Promise<unknown>
}

export type OlderForms = Answer<'/v2/matterTypes/{typeId}/olderForms'>

/** The calls on records of a type that keep an older form. */
interface OlderFormCalls {
  readonly read: (typeId: number, signal: AbortSignal) => Promise<OlderForms>
  /** Brings as many records as were read to the current form. */
  readonly bringAll: (typeId: number, records: number) => Promise<unknown>
}

export interface TypeKind {
  readonly names: KindNames
  readonly forms: readonly TypeForm[]
  /** The states that a field may be required before. */
  readonly states: readonly StateOfForm[]
  /** A form of a type; of `undefined`, the form that all records of the kind share. */
  readonly formCalls: (typeId: number | undefined, form: string) => FormCalls
  readonly calls: TypeCalls
  readonly olderForms: OlderFormCalls
}
