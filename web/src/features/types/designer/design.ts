// A form while it is designed: its parts with keys that stay the same while they are moved, and what can be done with
// them. Every function answers another design and leaves the one before as it is, so that each step can be taken back.

import type { FormCondition } from '../../../forms/form-parts.ts'

type Json = Readonly<Record<string, unknown>>

export interface DesignedField {
  readonly kind: 'field'
  readonly key: string
  /** The id of the field: its name in the API. */
  readonly id: string
  /** The title that the field has everywhere; `label` is what this form calls it. */
  readonly name: string
  readonly fieldType: string
  readonly label: string
  readonly required: boolean
  /** The state before which it is required, where it is not from the start. */
  readonly requiredBefore: string | null
  readonly readOnly: boolean
  /** What this form says about the field, in place of what the field says of itself. */
  readonly help: string
  readonly when: FormCondition | null
  /** As the server describes the field, for the preview. */
  readonly field: Json
}

export interface DesignedGroup {
  readonly kind: 'group'
  readonly key: string
  /** Undefined for a section that is new. */
  readonly groupId: number | undefined
  readonly title: string
  readonly when: FormCondition | null
  readonly parts: Design
}

export type DesignedPart = DesignedField | DesignedGroup
export type Design = readonly DesignedPart[]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The parts of a form as the server sends them. */
export const designOf = (parts: readonly unknown[]): Design => parts.flatMap((part) => partOf(part) ?? [])

function partOf(part: unknown): DesignedPart | undefined {
  if (!isObject(part)) return undefined
  const { group, field } = part
  if (isObject(group)) {
    const groupId = typeof group['id'] === 'number' ? group['id'] : undefined
    return {
      kind: 'group',
      key: groupId === undefined ? newKey() : `group-${groupId}`,
      groupId,
      title: text(group['title']),
      when: conditionOf(part['when']),
      parts: designOf(Array.isArray(part['parts']) ? part['parts'] : []),
    }
  }
  return isObject(field) ? fieldPart(field, part) : undefined
}

/** A part for a field as the server describes it. */
export function fieldPart(field: Json, place: Json = {}): DesignedField {
  const id = text(field['id'])
  return {
    kind: 'field',
    key: `field-${id}`,
    id,
    name: text(field['name']),
    fieldType: text(field['fieldType']),
    label: text(place['label']) || text(field['name']),
    required: place['required'] === true,
    requiredBefore: text(place['requiredBefore']) || null,
    readOnly: place['readOnly'] === true,
    help: text(place['help']),
    when: conditionOf(place['when']),
    field,
  }
}

function conditionOf(when: unknown): FormCondition | null {
  if (!isObject(when)) return null
  const { value } = when
  return {
    field: text(when['field']),
    operator: text(when['operator']),
    value: typeof value === 'string' ? value : null,
  }
}

let keys = 0
const newKey = () => {
  keys += 1
  return `new-${keys}`
}

/** A section without fields. */
export const newSection = (title: string): DesignedGroup => ({
  kind: 'group',
  key: newKey(),
  groupId: undefined,
  title,
  when: null,
  parts: [],
})

/** The design as the server takes it. */
export const sentParts = (design: Design): Json[] =>
  design.map((part) =>
    part.kind === 'group'
      ? {
          group: {
            ...(part.groupId === undefined ? {} : { id: part.groupId }),
            title: part.title,
          },
          parts: sentParts(part.parts),
          when: part.when,
        }
      : {
          field: part.id,
          label: part.label === part.name ? null : part.label,
          required: part.required,
          requiredBefore: part.requiredBefore,
          readOnly: part.readOnly,
          help: part.help.trim() === '' ? null : part.help.trim(),
          when: part.when,
        },
  )

/**
 * The design as the server describes a form, for what draws forms; `beforeState` says of a field before which state it
 * is required.
 */
export const shownParts = (
  design: Design,
  beforeState: (state: string | null) => string = () => '',
): Json[] =>
  design.map((part) =>
    part.kind === 'group'
      ? {
          group: { id: part.groupId ?? 0, title: part.title },
          parts: shownParts(part.parts, beforeState),
          when: part.when,
        }
      : {
          field: part.field,
          label: part.label,
          required: part.required,
          readOnly: part.readOnly,
          help: [part.help, beforeState(part.requiredBefore)].filter((each) => each !== '').join(' '),
          when: part.when,
        },
  )

/** Every field of the design, from top to bottom. */
export const fieldsIn = (design: Design): readonly DesignedField[] =>
  design.flatMap((part) => (part.kind === 'group' ? fieldsIn(part.parts) : [part]))

/** The fields that stand above a part, which it may depend on. */
export function fieldsAbove(design: Design, key: string): readonly DesignedField[] {
  const above: DesignedField[] = []
  // whether the part was reached
  const walk = (parts: Design): boolean =>
    parts.some((part) => {
      if (part.key === key) return true
      if (part.kind === 'group') return walk(part.parts)
      above.push(part)
      return false
    })
  walk(design)
  return above
}

/** The part with the key, at any depth. */
export function partIn(design: Design, key: string): DesignedPart | undefined {
  for (const part of design) {
    if (part.key === key) return part
    const within = part.kind === 'group' ? partIn(part.parts, key) : undefined
    if (within) return within
  }
  return undefined
}

/** With the part as `change` makes it. */
export const withPart = (
  design: Design,
  key: string,
  change: (part: DesignedPart) => DesignedPart | undefined,
): Design =>
  design.flatMap((part): Design => {
    if (part.key === key) return [change(part) ?? []].flat()
    return [part.kind === 'group' ? { ...part, parts: withPart(part.parts, key, change) } : part]
  })

/** Without the part. What is in a section goes with it. */
export const withoutPart = (design: Design, key: string): Design => withPart(design, key, () => undefined)

/** Where a part goes: before the one with the key, or at the end of a section or of the form. */
export type Place = { readonly before: string } | { readonly endOf: string | undefined }

/** With the part at the place. */
export function withNew(design: Design, part: DesignedPart, place: Place): Design {
  if ('endOf' in place) {
    const { endOf } = place
    if (endOf === undefined) return [...design, part]
    return withPart(design, endOf, (group) =>
      group.kind === 'group' ? { ...group, parts: [...group.parts, part] } : group,
    )
  }
  return design.flatMap((each): Design => {
    if (each.key === place.before) return [part, each]
    return [each.kind === 'group' ? { ...each, parts: withNew(each.parts, part, place) } : each]
  })
}

/** With the part somewhere else; as it is for a section that would be within itself. */
export function moved(design: Design, key: string, place: Place): Design {
  const part = partIn(design, key)
  const target = 'before' in place ? place.before : place.endOf
  if (!part || target === key) return design
  if (part.kind === 'group' && target !== undefined && partIn(part.parts, target)) return design
  return withNew(withoutPart(design, key), part, place)
}

/**
 * One step up or down, as with the keyboard: a field goes into a section that it meets and leaves it at the other end;
 * a section passes what is next to it. As it is at either end of the form.
 */
export function stepped(design: Design, key: string, step: -1 | 1): Design {
  const place = placeAfter(design, key, step, undefined)
  return place === undefined ? design : moved(design, key, place)
}

function placeAfter(
  siblings: Design,
  key: string,
  step: -1 | 1,
  above:
    | {
        readonly group: DesignedGroup
        readonly next: DesignedPart | undefined
        readonly outer: string | undefined
      }
    | undefined,
): Place | undefined {
  const index = siblings.findIndex((part) => part.key === key)
  const part = siblings[index]
  if (part) {
    const neighbour = siblings[index + step]
    if (!neighbour) {
      if (!above) return undefined
      if (step === -1) return { before: above.group.key }
      return above.next ? { before: above.next.key } : { endOf: above.outer }
    }
    const enters = part.kind === 'field' && neighbour.kind === 'group'
    if (step === -1) return enters ? { endOf: neighbour.key } : { before: neighbour.key }
    if (enters) return neighbour.parts[0] ? { before: neighbour.parts[0].key } : { endOf: neighbour.key }
    const next = siblings[index + 2]
    return next ? { before: next.key } : { endOf: above?.group.key }
  }
  for (const [place, group] of siblings.entries()) {
    if (group.kind !== 'group' || !partIn(group.parts, key)) continue
    const next = siblings[place + 1]
    return placeAfter(group.parts, key, step, { group, next, outer: above?.group.key })
  }
  return undefined
}

/** Whether two designs are the same form. */
export const isSameDesign = (one: Design, other: Design): boolean =>
  JSON.stringify(sentParts(one)) === JSON.stringify(sentParts(other))
