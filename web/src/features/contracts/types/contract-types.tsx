// The types of contracts by their groups.
import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { TextLink } from '../../../components/links.tsx'
import { answer, client } from '../../../lib/client.ts'
import type { Sent } from '../../../lib/calls.ts'
import { kinds } from '../../../lib/kinds.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { typesTexts as texts } from '../../types/texts.ts'
import { TypeRow } from '../../types/type-row.tsx'
import classes from '../../types/types.module.css'
import { type UsedContractType, useTypeAction } from '../../types/types.ts'
import { contractTypeKind } from './contract-type-kind.ts'

const { one, many } = kinds.contract

export function ContractTypes({ types }: { types: readonly UsedContractType[] }) {
  const groups = [...Map.groupBy(types, ({ parent }) => parent.id).values()]
  return (
    <>
      {types.length === 0 ? <p className={classes.quiet}>{texts.contractTypesNone}</p> : null}
      {groups.map((group) => (
        <div key={group[0]?.parent.id}>
          <h3 className={classes.groupName}>{group[0]?.parent.name}</h3>
          <ul className={classes.list}>
            {group.map((type) => (
              <TypeRow
                key={type.id}
                {...type}
                calls={contractTypeKind.calls}
                isUnused={type.used === 0}
                facts={[
                  ...(type.hasWizard ? [texts.withTemplate] : []),
                  ...(type.hasRules ? [texts.withRules] : []),
                  texts.used(type.used, one, many),
                ]}
                link={
                  type.active ? (
                    <TextLink
                      size="sm"
                      to="/administration/contract-types/$typeId"
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
        </div>
      ))}
      <AddContractType groups={[...new Set(types.map(({ parent }) => parent.name ?? ''))]} />
      <div>
        <TextLink size="sm" to="/administration/contract-types/$typeId" params={{ typeId: 'all' }}>
          {texts.sharedOf(many)}
        </TextLink>
      </div>
    </>
  )
}

type Category = Sent<'/v2/contractTypes', 'post'>['category']
export const categories: readonly Category[] = ['Sales', 'Purchasing', 'Commercial']

function AddContractType({ groups }: { groups: readonly string[] }) {
  const listId = useId()
  const empty = { name: '', group: '', category: 'Commercial' as Category }
  const [draft, setDraft] = useState(empty)
  const add = useTypeAction(({ name, group, category }: typeof empty) =>
    answer(client.POST('/v2/contractTypes', { body: { name, category, parent: { name: group } } })),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const order = { ...draft, name: draft.name.trim(), group: draft.group.trim() }
    if (order.name === '' || order.group === '') return
    add.mutate(order, { onSuccess: () => setDraft({ ...empty, group: draft.group }) })
  }
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        label={texts.addContractType}
        maxLength={255}
        value={draft.name}
        error={fieldError(add.error, 'name')}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <TextInput
        label={texts.group}
        maxLength={255}
        list={listId}
        autoComplete="off"
        value={draft.group}
        error={fieldError(add.error, 'parent')}
        onChange={(event) => setDraft({ ...draft, group: event.currentTarget.value })}
      />
      <datalist id={listId}>
        {groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
      <NativeSelect
        label={texts.category}
        value={draft.category}
        data={categories.map((value) => ({ value, label: texts.categories[value] }))}
        onChange={(event) => setDraft({ ...draft, category: event.currentTarget.value as Category })}
      />
      <ActionButton type="submit" variant="default" busy={add.isPending}>
        {texts.add}
      </ActionButton>
      <ErrorAlert error={add.error} shownFields={['name', 'parent']} />
    </form>
  )
}
