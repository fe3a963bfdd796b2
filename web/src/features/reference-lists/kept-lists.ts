// What each list is called, and how its entries are added, changed and deleted: the one place that tells lists apart.
import { answer, client, ifMatch } from '../../lib/client.ts'
import type { ListEntry } from './reference-lists.ts'
import { texts } from './texts.ts'

/** What can be changed of an entry. */
export interface EntryChanges {
  readonly name?: string
  readonly description?: string | null
  readonly parent?: { readonly id: number } | null
  readonly allowAssignment?: boolean
  readonly code?: string
  readonly active?: boolean
}

export interface NewEntry extends EntryChanges {
  readonly name: string
  /** Of a team. */
  readonly members?: { readonly id: string }[]
}

type Version = string | undefined

export interface KeptList {
  readonly title: string
  readonly lead: string
  /** What adding an entry is called. */
  readonly addLabel: string
  readonly hasDescription?: true
  /** Entries have a code of the finance system, and can be inactive. */
  readonly hasCode?: true
  /** Entries may be below others. */
  readonly isTree?: true
  readonly isOrdered?: true
  /** Its entries are people's teams. */
  readonly hasMembers?: true
  /** The word for replacing one entry by another, where the list has one of its own. */
  readonly merges?: true
  add(entry: NewEntry): Promise<unknown>
  change(entry: ListEntry, changes: EntryChanges, version: Version): Promise<unknown>
  remove(entry: ListEntry): Promise<unknown>
}

/** Of a cost centre or a legal entity. */
function costChanges({ name, code, active }: EntryChanges): Pick<EntryChanges, 'name' | 'code' | 'active'> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { code }),
    ...(active === undefined ? {} : { active }),
  }
}

const lists: Readonly<Record<string, KeptList>> = {
  departments: {
    ...texts.lists.departments,
    isTree: true,
    isOrdered: true,
    add: (body) => answer(client.POST('/v2/departments', { body })),
    change: ({ id: departmentId }, body, version) =>
      answer(
        client.PATCH('/v2/departments/{departmentId}', {
          params: { path: { departmentId } },
          body,
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: departmentId }) =>
      answer(client.DELETE('/v2/departments/{departmentId}', { params: { path: { departmentId } } })),
  },
  regions: {
    ...texts.lists.regions,
    isOrdered: true,
    add: ({ name }) => answer(client.POST('/v2/regions', { body: { name } })),
    change: ({ id: regionId, name: known }, { name = known }, version) =>
      answer(
        client.PATCH('/v2/regions/{regionId}', {
          params: { path: { regionId } },
          body: { name },
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: regionId }) =>
      answer(client.DELETE('/v2/regions/{regionId}', { params: { path: { regionId } } })),
  },
  teams: {
    ...texts.lists.teams,
    hasDescription: true,
    hasMembers: true,
    isOrdered: true,
    add: (body) => answer(client.POST('/v2/teams', { body })),
    change: ({ id: teamId }, body, version) =>
      answer(
        client.PATCH('/v2/teams/{teamId}', {
          params: { path: { teamId } },
          body,
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: teamId }) => answer(client.DELETE('/v2/teams/{teamId}', { params: { path: { teamId } } })),
  },
  contractGroups: {
    ...texts.lists.contractGroups,
    isOrdered: true,
    add: ({ name }) => answer(client.POST('/v2/contractGroups', { body: { name } })),
    change: ({ id: groupId, name: known }, { name = known }, version) =>
      answer(
        client.PATCH('/v2/contractGroups/{groupId}', {
          params: { path: { groupId } },
          body: { name },
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: groupId }) =>
      answer(client.DELETE('/v2/contractGroups/{groupId}', { params: { path: { groupId } } })),
  },
  contractParties: {
    ...texts.lists.contractParties,
    merges: true,
    add: ({ name }) => answer(client.POST('/v2/contractParties', { body: { name } })),
    change: ({ id: partyId, name: known }, { name = known }, version) =>
      answer(
        client.PATCH('/v2/contractParties/{partyId}', {
          params: { path: { partyId } },
          body: { name },
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: partyId }) =>
      answer(client.DELETE('/v2/contractParties/{partyId}', { params: { path: { partyId } } })),
  },
  tags: {
    ...texts.lists.tags,
    isOrdered: true,
    merges: true,
    add: ({ name: description }) => answer(client.POST('/v2/tags', { body: { description } })),
    change: ({ id: tagId, name: known }, { name: description = known }, version) =>
      answer(
        client.PATCH('/v2/tags/{tagId}', {
          params: { path: { tagId } },
          body: { description },
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: tagId }) => answer(client.DELETE('/v2/tags/{tagId}', { params: { path: { tagId } } })),
  },
  costCentres: {
    ...texts.lists.costCentres,
    hasCode: true,
    add: ({ name, code = '', active = true }) =>
      answer(client.POST('/v2/costCentres', { body: { name, code, active } })),
    change: ({ id: entryId }, changes, version) =>
      answer(
        client.PATCH('/v2/costCentres/{entryId}', {
          params: { path: { entryId } },
          body: costChanges(changes),
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: entryId }) =>
      answer(client.DELETE('/v2/costCentres/{entryId}', { params: { path: { entryId } } })),
  },
  legalEntities: {
    ...texts.lists.legalEntities,
    hasCode: true,
    add: ({ name, code = '', active = true }) =>
      answer(client.POST('/v2/legalEntities', { body: { name, code, active } })),
    change: ({ id: entryId }, changes, version) =>
      answer(
        client.PATCH('/v2/legalEntities/{entryId}', {
          params: { path: { entryId } },
          body: costChanges(changes),
          headers: ifMatch(version),
        }),
      ),
    remove: ({ id: entryId }) =>
      answer(client.DELETE('/v2/legalEntities/{entryId}', { params: { path: { entryId } } })),
  },
}

/** The options of a field. */
export interface OptionField {
  readonly id: string
  readonly name: string
  readonly isOrdered: boolean
}

const optionsOf = ({ id: fieldId, name, isOrdered }: OptionField): KeptList => ({
  ...texts.lists.options,
  title: name,
  ...(isOrdered ? { isOrdered } : {}),
  add: ({ name: label }) =>
    answer(client.POST('/v2/fields/{fieldId}/options', { params: { path: { fieldId } }, body: { label } })),
  change: ({ value, name: known }, { name: label = known }, version) =>
    answer(
      client.PATCH('/v2/fields/{fieldId}/options/{value}', {
        params: { path: { fieldId, value: value ?? '' } },
        body: { label },
        headers: ifMatch(version),
      }),
    ),
  remove: ({ value }) =>
    answer(
      client.DELETE('/v2/fields/{fieldId}/options/{value}', {
        params: { path: { fieldId, value: value ?? '' } },
      }),
    ),
})

/** The list of that name; undefined for one that there is not. */
export const keptList = (name: string, field: OptionField | undefined): KeptList | undefined =>
  field ? optionsOf(field) : Object.hasOwn(lists, name) ? lists[name] : undefined

/** What a list is called where many are listed. */
export const titleOfList = (name: string, fieldName: string | undefined): string =>
  fieldName ?? lists[name]?.title ?? name
