// The types of matters as a tree, in their order.
import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { TextLink } from '../../../components/links.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { answer, client } from '../../../lib/client.ts'
import { kinds } from '../../../lib/kinds.ts'
import { messageOf } from '../../../lib/refusal-message.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { typesTexts as texts } from '../../types/texts.ts'
import { TypeRow } from '../../types/type-row.tsx'
import classes from '../../types/types.module.css'
import { type UsedMatterType, useTypeAction } from '../../types/types.ts'
import { matterTypeKind } from './matter-type-kind.ts'

const { one, many } = kinds.matter

/** The types from top to bottom, each with how deep it is. */
export function treeOf(
  types: readonly UsedMatterType[],
  parentId?: number,
  depth = 0,
): readonly (UsedMatterType & { readonly depth: number })[] {
  return types
    .filter(({ parent }) => parent?.id === parentId)
    .flatMap((type) => [{ ...type, depth }, ...treeOf(types, type.id, depth + 1)])
}

export function MatterTypes({ types }: { types: readonly UsedMatterType[] }) {
  const order = useTypeAction((places: readonly { id: number; position: number }[]) =>
    Promise.all(
      places.map(({ id: typeId, position }) =>
        answer(
          client.PATCH('/v2/matterTypes/{typeId}', { params: { path: { typeId } }, body: { position } }),
        ),
      ),
    ),
  )
  // one out of use has no place that could be changed
  const siblingsOf = (type: UsedMatterType) =>
    types.filter(({ parent, active }) => active && parent?.id === type.parent?.id)
  const step = (type: UsedMatterType, by: -1 | 1) => {
    const siblings = siblingsOf(type)
    const from = siblings.findIndex(({ id }) => id === type.id)
    const other = siblings[from + by]
    if (!other) return
    const next = siblings.with(from, other).with(from + by, type)
    const places = next.map(({ id }, place) => ({ id, position: place + 1 }))
    order.mutate(
      places.filter(({ id, position }) => types.find((each) => each.id === id)?.position !== position),
      { onError: (error) => showToast({ text: messageOf(error), problem: true }) },
    )
  }
  return (
    <>
      {types.length === 0 ? <p className={classes.quiet}>{texts.matterTypesNone}</p> : null}
      <ul className={classes.list}>
        {treeOf(types).map((type) => (
          <TypeRow
            key={type.id}
            {...type}
            calls={matterTypeKind.calls}
            isUnused={type.used === 0 && !types.some(({ parent }) => parent?.id === type.id)}
            facts={[texts.used(type.used, one, many)]}
            onStep={type.active && siblingsOf(type).length > 1 ? (by) => step(type, by) : undefined}
            link={
              type.active ? (
                <TextLink
                  size="sm"
                  to="/administration/matter-types/$typeId"
                  params={{ typeId: String(type.id) }}
                >
                  {type.name}
                </TextLink>
              ) : (
                type.name
              )
            }
          />
        ))}
      </ul>
      <AddMatterType types={types} />
      <div>
        <TextLink size="sm" to="/administration/matter-types/$typeId" params={{ typeId: 'all' }}>
          {texts.sharedOf(many)}
        </TextLink>
      </div>
    </>
  )
}

function AddMatterType({ types }: { types: readonly UsedMatterType[] }) {
  const [name, setName] = useState('')
  const [parent, setParent] = useState('')
  const add = useTypeAction((type: { name: string; parent: { id: number } | null }) =>
    answer(client.POST('/v2/matterTypes', { body: type })),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    add.mutate(
      { name: name.trim(), parent: parent === '' ? null : { id: Number(parent) } },
      { onSuccess: () => setName('') },
    )
  }
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        label={texts.addMatterType}
        maxLength={255}
        value={name}
        error={fieldError(add.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.below}
        value={parent}
        onChange={(event) => setParent(event.currentTarget.value)}
        data={[
          { value: '', label: texts.atTop },
          ...treeOf(types)
            .filter(({ active }) => active)
            .map((type) => ({ value: String(type.id), label: `${'– '.repeat(type.depth)}${type.name}` })),
        ]}
      />
      <ActionButton type="submit" variant="default" busy={add.isPending}>
        {texts.add}
      </ActionButton>
      <ErrorAlert error={add.error} shownFields={['name']} />
    </form>
  )
}
