// A task template: its name, and its tasks with kind, due date and who gets them.
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { OptionalWholeInput } from '../../../forms/inputs/whole-input.tsx'
import { taskKinds } from '../task-kinds.ts'
import classes from './templates.module.css'
import { templateTexts as texts } from './template-texts.ts'
import { type NewItem, type NewTemplate, withoutItem } from './templates.ts'

export function TemplateForm(props: {
  start: NewTemplate
  busy: boolean
  error: unknown
  onSave: (template: NewTemplate) => void
  onClose: () => void
}) {
  const { start, busy, error, onSave, onClose } = props
  const [template, setTemplate] = useState(start)
  const [tried, setTried] = useState(false)
  const { items } = template
  const isComplete =
    template.name.trim() !== '' && items.length > 0 && items.every(({ name }) => name.trim() !== '')
  const setItems = (next: NewItem[]) => setTemplate({ ...template, items: next })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isComplete) onSave(template)
      }}
    >
      <Stack>
        <TextInput
          data-autofocus
          size="sm"
          label={texts.name}
          required
          value={template.name}
          onChange={(event) => setTemplate({ ...template, name: event.currentTarget.value })}
        />
        <Textarea
          size="sm"
          autosize
          label={texts.description}
          value={template.description ?? ''}
          onChange={(event) => setTemplate({ ...template, description: event.currentTarget.value || null })}
        />
        <Text fw={600} size="sm">
          {texts.items}
        </Text>
        {items.map((item, index) => (
          // the place of a task is its number
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={index} className={classes.item}>
            <legend>{texts.itemName(index + 1)}</legend>
            <ItemFields
              item={item}
              number={index + 1}
              onChange={(next) => setItems(items.with(index, next))}
              onRemove={() => setItems(withoutItem(items, index))}
            />
          </fieldset>
        ))}
        <Button
          size="compact-sm"
          variant="light"
          style={{ alignSelf: 'start' }}
          onClick={() => setItems([...items, { name: '' }])}
        >
          {texts.addItem}
        </Button>
        {tried && !isComplete && (
          <Text size="sm" c="red.8" role="alert">
            {texts.needsName}
          </Text>
        )}
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button size="sm" variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton size="sm" type="submit" busy={busy}>
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function ItemFields(props: {
  item: NewItem
  number: number
  onChange: (item: NewItem) => void
  onRemove: () => void
}) {
  const { item, number, onChange, onRemove } = props
  const before = Array.from({ length: number - 1 }, (_, index) => index + 1)
  const due = item.due ?? undefined
  return (
    <div className={classes.fields}>
      <TextInput
        size="sm"
        className={classes.wide ?? ''}
        label={texts.name}
        required
        value={item.name}
        onChange={(event) => onChange({ ...item, name: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        label={texts.kind}
        value={item.type ?? 'Standard'}
        data={taskKinds.map(({ value, label }) => ({ value, label }))}
        onChange={(event) =>
          onChange({ ...item, type: event.currentTarget.value as NonNullable<NewItem['type']> })
        }
      />
      <OptionalWholeInput
        size="sm"
        label={texts.due}
        value={due?.offset ?? null}
        onChange={(offset) =>
          onChange({
            ...item,
            due: offset === null ? null : { unit: 'Days', after: null, ...due, offset },
          })
        }
      />
      {due && (
        <>
          <NativeSelect
            size="sm"
            label={texts.unit}
            value={due.unit}
            data={[
              { value: 'Days', label: texts.days },
              { value: 'WorkingDays', label: texts.workingDays },
            ]}
            onChange={(event) =>
              onChange({
                ...item,
                due: { ...due, unit: event.currentTarget.value as 'Days' | 'WorkingDays' },
              })
            }
          />
          <NativeSelect
            size="sm"
            label={texts.after}
            value={String(due.after ?? '')}
            data={[
              { value: '', label: texts.fromStart },
              ...before.map((each) => ({ value: String(each), label: texts.afterItem(each) })),
            ]}
            onChange={(event) =>
              onChange({
                ...item,
                due: {
                  ...due,
                  after: event.currentTarget.value === '' ? null : Number(event.currentTarget.value),
                },
              })
            }
          />
        </>
      )}
      <NativeSelect
        size="sm"
        label={texts.assignTo}
        value={item.assignTo ?? ''}
        data={[
          { value: '', label: texts.nobody },
          { value: 'Owner', label: texts.owner },
          { value: 'Manager', label: texts.manager },
        ]}
        onChange={(event) =>
          onChange({
            ...item,
            assignTo:
              event.currentTarget.value === '' ? null : (event.currentTarget.value as 'Owner' | 'Manager'),
          })
        }
      />
      <Button
        size="compact-sm"
        variant="subtle"
        style={{ alignSelf: 'end' }}
        aria-label={texts.removeItem(number)}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden="true" />
      </Button>
    </div>
  )
}
