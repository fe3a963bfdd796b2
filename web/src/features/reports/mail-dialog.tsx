// When a report is mailed, in which format, and to whom.
import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useMe } from '../../components/me-context.ts'
import type { PersonValue } from '../../forms/field-kind.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { mailingTexts as texts } from './mailing-texts.ts'
import { hourText, type Mailing, type Schedule, weekdays } from './mailings.ts'

interface Chosen {
  readonly schedule: Schedule
  /** A colleague; absent for oneself. */
  readonly recipient?: string
}

const usual: Schedule = { weekday: 'Monday', monthDay: null, hour: 8, format: 'Xlsx' }

export function MailDialog(props: {
  /** What is changed; absent for a new one. */
  mailing?: Mailing
  /** Whether a colleague can be chosen. */
  toOthers?: boolean
  busy: boolean
  error: unknown
  onSave: (chosen: Chosen) => void
  onClose: () => void
}) {
  const { mailing, toOthers = false, busy, error, onSave, onClose } = props
  const [schedule, setSchedule] = useState<Schedule>(mailing ?? usual)
  const [isOther, setIsOther] = useState(false)
  const [person, setPerson] = useState<PersonValue>()
  const { weekday, monthDay, hour, format } = schedule
  const isReady = !isOther || person !== undefined
  return (
    <Modal opened onClose={onClose} title={texts.dialogTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          const kept = { weekday: weekday ?? null, monthDay: monthDay ?? null, hour, format }
          onSave({ schedule: kept, ...(isOther && person ? { recipient: person.id } : {}) })
        }}
      >
        <Stack>
          <ScheduleChoices schedule={schedule} onChange={(some) => setSchedule({ ...schedule, ...some })} />
          {toOthers ? (
            <Radio.Group
              label={texts.forWhom}
              value={isOther ? 'colleague' : 'me'}
              onChange={(value) => setIsOther(value === 'colleague')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="me" label={texts.me} />
                <Radio value="colleague" label={texts.colleague} />
              </Stack>
            </Radio.Group>
          ) : null}
          {isOther ? (
            <PersonSelect
              size="sm"
              label={texts.person}
              required
              colleaguesOnly
              offers={({ status }) => status === 'Active'}
              person={person}
              onPerson={(chosen) => setPerson(chosen ?? undefined)}
            />
          ) : null}
          <ErrorAlert error={error} />
          <Group justify="flex-end">
            <Button size="sm" variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton size="sm" type="submit" busy={busy} disabled={!isReady}>
              {texts.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface ChoicesProps {
  readonly schedule: Schedule
  readonly onChange: (change: Partial<Schedule>) => void
}

const monthDays = Array.from({ length: 30 }, (_, day) => ({ value: String(day + 1), label: String(day + 1) }))

function ScheduleChoices({ schedule: { weekday, monthDay, hour, format }, onChange }: ChoicesProps) {
  const { organization } = useMe()
  return (
    <>
      <Group grow align="start">
        <NativeSelect
          data-autofocus
          size="sm"
          label={texts.every}
          value={weekday ? 'week' : 'month'}
          data={[
            { value: 'week', label: texts.week },
            { value: 'month', label: texts.month },
          ]}
          onChange={(event) =>
            onChange(
              event.currentTarget.value === 'week'
                ? { weekday: 'Monday', monthDay: null }
                : { weekday: null, monthDay: 31 },
            )
          }
        />
        {weekday ? (
          <NativeSelect
            size="sm"
            label={texts.weekday}
            value={weekday}
            data={[...weekdays]}
            onChange={(event) =>
              onChange({ weekday: weekdays.find((day) => day === event.currentTarget.value) ?? 'Monday' })
            }
          />
        ) : (
          <NativeSelect
            size="sm"
            label={texts.monthDay}
            value={String(monthDay ?? 31)}
            data={[...monthDays, { value: '31', label: texts.lastDay }]}
            onChange={(event) => onChange({ monthDay: Number(event.currentTarget.value) })}
          />
        )}
      </Group>
      <NativeSelect
        size="sm"
        label={texts.hour}
        description={texts.hourHint(organization.timeZone)}
        value={String(hour)}
        data={Array.from({ length: 24 }, (_, each) => ({ value: String(each), label: hourText(each) }))}
        onChange={(event) => onChange({ hour: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        size="sm"
        label={texts.format}
        value={format}
        data={[
          { value: 'Xlsx', label: texts.formats.Xlsx },
          { value: 'Csv', label: texts.formats.Csv },
        ]}
        onChange={(event) => onChange({ format: event.currentTarget.value === 'Csv' ? 'Csv' : 'Xlsx' })}
      />
    </>
  )
}
