// Making a role, with what it allows shown while it is put together.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { AbilitiesPanel } from './abilities.tsx'
import { type RoleDraft, RoleForm } from './role-form.tsx'
import { useCreateRole } from './roles.ts'
import { roleTexts as texts } from './role-texts.ts'

const empty: RoleDraft = {
  name: '',
  description: '',
  role: 'Contributor',
  permissions: [],
  groups: [],
}

export function NewRolePage() {
  const [draft, setDraft] = useState(empty)
  const create = useCreateRole()
  const go = useNavigate()
  const submit = () => {
    const { name, description, role, permissions, groups } = draft
    const body = { name, description, role, permissions: [...permissions], groups: [...groups] }
    create.mutate(body, {
      onSuccess: ({ id }) => void go({ to: '/administration/roles/$roleId', params: { roleId: String(id) } }),
    })
  }
  return (
    <Page
      title={texts.newTitle}
      actions={
        <TextLink size="sm" to="/administration/roles">
          {texts.back}
        </TextLink>
      }
    >
      <Panel>
        <RoleForm draft={draft} onDraft={setDraft} error={create.error} onSubmit={submit}>
          <ActionButton type="submit" busy={create.isPending} style={{ justifySelf: 'start' }}>
            {texts.create}
          </ActionButton>
        </RoleForm>
      </Panel>
      <AbilitiesPanel rights={draft} />
    </Page>
  )
}
