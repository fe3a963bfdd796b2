// What somebody may do and where it comes from, and giving them a role or other rights.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AbilityTables } from '../roles/abilities.tsx'
import { RightsFields } from '../roles/rights-fields.tsx'
import {
  personAbilitiesQuery,
  type PersonAbilities,
  type RightsChanges,
  rightsQuery,
  type Role,
  type RoleRights,
  rolesQuery,
  useUpdateRights,
} from '../roles/roles.ts'
import { rightLabel, roleTexts as texts } from '../roles/role-texts.ts'
import classes from './people.module.css'

export function PersonRights({ userId, name }: { userId: string; name: string }) {
  const abilities = useQuery(personAbilitiesQuery(userId))
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Panel title={texts.rights}>
        {abilities.isPending ? <PageSkeleton lines={3} /> : null}
        {abilities.isError ? <ErrorPanel error={abilities.error} retry={abilities.refetch} /> : null}
        {abilities.data ? <Held abilities={abilities.data} /> : null}
        <div>
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {texts.change}
          </Button>
        </div>
        <Modal opened={editing} onClose={() => setEditing(false)} title={texts.changeTitle(name)}>
          {editing ? <RightsOf userId={userId} name={name} onClose={() => setEditing(false)} /> : null}
        </Modal>
      </Panel>
      {abilities.data ? (
        <Panel title={texts.may}>
          <p className={classes.none}>{texts.mayLead}</p>
          <AbilityTables records={abilities.data.records} />
        </Panel>
      ) : null}
    </>
  )
}

function Held({ abilities: { role, customRole, origins } }: { abilities: PersonAbilities }) {
  const byRight = [...Map.groupBy(origins, ({ right }) => right)]
  return (
    <ul className={classes.list}>
      {byRight.map(([right, some]) => (
        <li key={right} className={classes.row}>
          <span className={classes.what}>
            <span className={classes.name}>
              {right === 'Role' ? (customRole?.name ?? texts.roles[role]) : rightLabel(right)}
            </span>
            <span className={classes.about}>
              {right === 'Role' && customRole ? texts.madeFrom(role) : some.map(texts.origin).join(', ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface FormProps {
  readonly userId: string
  readonly name: string
  readonly onClose: () => void
}

function RightsOf(props: FormProps) {
  const rights = useQuery(rightsQuery(props.userId))
  if (rights.isPending) return <PageSkeleton lines={6} />
  if (rights.isError) return <ErrorPanel error={rights.error} retry={rights.refetch} />
  const { role, permissions, groups, customRole } = rights.data
  return <RightsForm {...props} held={{ role, permissions, groups }} custom={customRole?.id} />
}

const built = Object.keys(texts.roles) as Role[]

function RightsForm({
  userId,
  name,
  onClose,
  held,
  custom,
}: FormProps & { held: RoleRights; custom?: number | undefined }) {
  const roles = useQuery(rolesQuery)
  const update = useUpdateRights(userId)
  const [roleId, setRoleId] = useState(custom)
  const [single, setSingle] = useState(held)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(changesOf({ custom, roleId, single }), {
      onSuccess: () => {
        onClose()
        showToast({ text: texts.rightsSaved(name) })
      },
    })
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <NativeSelect
        label={texts.role}
        data={[
          ...(roles.data && roles.data.length > 0
            ? [
                {
                  group: texts.custom,
                  items: roles.data.map((one) => ({ value: String(one.id), label: one.name })),
                },
              ]
            : []),
          { group: texts.always, items: built.map((value) => ({ value, label: texts.roles[value] })) },
        ]}
        value={roleId === undefined ? single.role : String(roleId)}
        onChange={({ currentTarget: { value } }) => {
          const role = built.find((each) => each === value)
          setRoleId(role ? undefined : Number(value))
          if (role) setSingle({ ...single, role })
        }}
      />
      {roleId === undefined ? (
        <RightsFields rights={single} onRights={(some) => setSingle({ ...single, ...some })} />
      ) : null}
      {roleId === undefined ? null : <p className={classes.none}>{texts.rightsLead(name)}</p>}
      <ErrorAlert error={update.error} />
      <div className={classes.acts}>
        <ActionButton type="submit" busy={update.isPending}>
          {texts.save}
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function changesOf(chosen: {
  custom: number | undefined
  roleId: number | undefined
  single: RoleRights
}): RightsChanges {
  const { custom, roleId, single } = chosen
  if (roleId !== undefined) return { customRole: { id: roleId } }
  const { role, permissions, groups } = single
  const rights = { role, permissions: [...permissions], groups: [...groups] }
  return custom === undefined ? rights : { ...rights, customRole: null }
}
