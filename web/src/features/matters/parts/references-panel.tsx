// What others call a matter: the client's own reference, that of the manager's firm, and the purchase order it is paid
// under.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { EditableField } from '../../../forms/editable-field.tsx'
import { useAskConflict } from '../../../forms/conflict-context.ts'
import type { FormField } from '../../../forms/form-parts.ts'
import type { Answer } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { saveMerged } from '../../../lib/conflict.ts'
import { recordChanged, recordKey } from '../../records/records.ts'
import { showDone } from '../../records/show-done.ts'
import { recordTexts } from '../../records/texts.ts'
import { matterRef } from '../matter-kind.ts'
import { matterTexts } from '../texts.ts'
import { SidePanel } from '../../records/parts/side-panel.tsx'

const texts = matterTexts.references
type References = Answer<'/v2/matters/{matterId}/references'>
type Name = keyof typeof texts.names

const names = ['reference', 'managerReference', 'purchaseOrderNumber'] as const satisfies readonly Name[]

const read = (matterId: number, signal?: AbortSignal) =>
  answerWithTag(
    client.GET('/v2/matters/{matterId}/references', {
      params: { path: { matterId } },
      ...(signal === undefined ? {} : { signal }),
    }),
  )

const referencesQuery = (matterId: number) =>
  queryOptions({
    queryKey: [...recordKey(matterRef(matterId)), 'references'],
    queryFn: ({ signal }) => read(matterId, signal),
  })

/** Nothing for somebody who may only read a matter without any. */
export function ReferencesPanel({ matterId, rights }: { matterId: number; rights: readonly string[] }) {
  const references = useQuery(referencesQuery(matterId))
  const save = useSaveReferences(matterId)
  const seen = references.data
  if (seen === undefined || names.every((name) => !rights.includes(name) && !seen.value[name])) return null
  return (
    <SidePanel title={texts.title}>
      <div>
        {names.map((name) => (
          <EditableField
            key={name}
            stacked
            field={fieldOf(name)}
            value={seen.value[name] ?? null}
            canEdit={rights.includes(name)}
            onSave={(_field, value) => save(seen, { [name]: value ?? null })}
          />
        ))}
      </div>
    </SidePanel>
  )
}

const fieldOf = (name: Name): FormField => ({
  id: name,
  label: texts.names[name],
  fieldType: 'ShortText',
  description: null,
  required: false,
  readOnly: false,
  range: null,
  several: false,
  initial: null,
  options: undefined,
})

/** Saves with an undo; what others changed meanwhile stays. */
function useSaveReferences(matterId: number) {
  const queries = useQueryClient()
  const ask = useAskConflict()
  return useCallback(
    async (
      before: { readonly value: References; readonly etag: string | undefined },
      changes: Partial<References>,
    ): Promise<boolean> => {
      const save = async (seen: typeof before, wanted: Partial<References>) => {
        const saved = await saveMerged<References, Partial<References>>({
          before: seen,
          changes: wanted,
          send: (body, etag) =>
            answer(
              client.PATCH('/v2/matters/{matterId}/references', {
                params: { path: { matterId } },
                body,
                headers: ifMatch(etag),
              }),
            ),
          read: () => read(matterId),
          ask: (conflicts) =>
            ask(conflicts, ({ field, mine, theirs }) => ({
              label: texts.names[field as Name] ?? field,
              mine: textOf(mine),
              theirs: textOf(theirs),
            })),
        })
        await recordChanged(queries, matterRef(matterId))
        return saved
      }
      const saved = await save(before, changes)
      if (!saved) return false
      const [name = ''] = Object.keys(changes)
      const old = before.value[name as Name] ?? null
      const now = queries.getQueryData(referencesQuery(matterId).queryKey) ?? before
      showDone(recordTexts.saved(texts.names[name as Name]), () => save(now, { [name]: old }))
      return true
    },
    [queries, ask, matterId],
  )
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
