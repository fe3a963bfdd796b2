// Task templates: what is in them, adding one to a matter, and for administrators making and changing them.
import { Button, Group, Stack, Text } from '@mantine/core'
import { recordRoute } from '../../../lib/addresses/route-of.ts'
import { kinds } from '../../../lib/kinds.ts'
import { Modal } from '../../../components/floating/modal.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { Loading } from '../../../components/loading.tsx'
import { useMe } from '../../../components/me-context.ts'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StatusMessage } from '../../../components/status-message.tsx'
import { ValueEditor } from '../../../list/filters/value-editor.tsx'
import { TemplateForm } from './template-form.tsx'
import { templateTexts as texts } from './template-texts.ts'
import classes from './templates.module.css'
import { itemsOf, type Template, templateQuery, templatesQuery, useTemplateActions } from './templates.ts'

type Asked =
  | { readonly what: 'edit' | 'delete' | 'add'; readonly template: Template }
  | { readonly what: 'new' }

export function TemplatesPage() {
  const me = useMe()
  const templates = useQuery(templatesQuery)
  const [asked, setAsked] = useState<Asked>()
  const [message, setMessage] = useState('')
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Group gap="xs">
          <ButtonLink to="/tasks" variant="default">
            {texts.toTasks}
          </ButtonLink>
          {me.can.administer && <Button onClick={() => setAsked({ what: 'new' })}>{texts.create}</Button>}
        </Group>
      }
    >
      <ErrorAlert error={templates.error} />
      <StatusMessage>{message}</StatusMessage>
      {templates.isPending && <Loading />}
      {templates.data?.length === 0 && <EmptyState title={texts.emptyTitle} lead={texts.emptyText} />}
      {templates.data?.map(({ id, name }) => (
        <TemplatePanel key={id} id={id} name={name} mayChange={me.can.administer} onAsk={setAsked} />
      ))}
      {asked && <Dialogs asked={asked} onClose={() => setAsked(undefined)} onDone={setMessage} />}
    </Page>
  )
}

function TemplatePanel(props: {
  id: number
  name: string
  mayChange: boolean
  onAsk: (asked: Asked) => void
}) {
  const { id, name, mayChange, onAsk } = props
  const { data: template, error } = useQuery(templateQuery(id))
  const dueWords = ({ due }: Template['items'][number]) =>
    due
      ? `, ${texts.dueWords(
          due.offset,
          due.unit === 'Days' ? 'Days' : 'WorkingDays',
          due.after ? texts.afterItem(due.after) : texts.fromStart,
        )}`
      : ''
  return (
    <Panel title={name}>
      {template?.description && <Text size="sm">{template.description}</Text>}
      <ErrorAlert error={error} />
      {template && (
        <>
          <ol className={classes.plan}>
            {template.items.map((item) => (
              <li key={item.number}>
                {item.name}
                <span>{dueWords(item)}</span>
              </li>
            ))}
          </ol>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => onAsk({ what: 'add', template })}>
              {texts.add}
            </Button>
            {mayChange && (
              <>
                <Button size="compact-sm" variant="default" onClick={() => onAsk({ what: 'edit', template })}>
                  {texts.edit}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => onAsk({ what: 'delete', template })}
                >
                  {texts.remove}
                </Button>
              </>
            )}
          </Group>
        </>
      )}
    </Panel>
  )
}

function Dialogs({
  asked,
  onClose,
  onDone,
}: {
  asked: Asked
  onClose: () => void
  onDone: (message: string) => void
}) {
  const { save, remove } = useTemplateActions()
  if (asked.what === 'add') return <AddDialog template={asked.template} onClose={onClose} />
  if (asked.what === 'delete') {
    const { template } = asked
    return (
      <ConfirmDialog
        opened
        title={texts.deleteTitle(template.name)}
        confirmLabel={texts.deleteLabel}
        busy={remove.isPending}
        error={remove.error}
        onClose={onClose}
        onConfirm={() =>
          remove.mutate(template.id, {
            onSuccess: () => {
              onClose()
              onDone(texts.deleted(template.name))
            },
          })
        }
      >
        {texts.deleteText}
      </ConfirmDialog>
    )
  }
  const template = asked.what === 'edit' ? asked.template : undefined
  const start = template
    ? { name: template.name, description: template.description ?? null, items: itemsOf(template) }
    : { name: '', description: null, items: [{ name: '' }] }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={template ? texts.editTitle(template.name) : texts.createTitle}
    >
      <TemplateForm
        start={start}
        busy={save.isPending}
        error={save.error}
        onClose={onClose}
        onSave={(body) =>
          save.mutate(
            { id: template?.id, body },
            {
              onSuccess: () => {
                onClose()
                onDone(texts.saved(body.name))
              },
            },
          )
        }
      />
    </Modal>
  )
}

const matterProperty = {
  path: 'Matter/Id',
  label: texts.matter,
  kind: 'reference',
  picker: kinds.matter.many,
} as const

function AddDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { add } = useTemplateActions()
  const [matters, setMatters] = useState<readonly string[]>([])
  const matterId = matters.at(-1)
  return (
    <Modal opened onClose={onClose} title={texts.addTitle(template.name)}>
      <Stack mih={220}>
        <ValueEditor
          property={matterProperty}
          operator="is"
          values={matters}
          onChange={(next) => setMatters(next.slice(-1))}
        />
        <ErrorAlert error={add.error} />
        {add.isSuccess && matterId !== undefined ? (
          <>
            <StatusMessage>{texts.added}</StatusMessage>
            <Button
              component="a"
              size="sm"
              variant="light"
              href={`#${recordRoute(kinds.matter, matterId)}?tab=tasks`}
            >
              {texts.openMatter}
            </Button>
          </>
        ) : (
          <Group justify="flex-end">
            <Button size="sm" variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton
              size="sm"
              busy={add.isPending}
              disabled={matterId === undefined}
              onClick={() => matterId !== undefined && add.mutate({ id: template.id, matterId })}
            >
              {texts.addLabel}
            </ActionButton>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
