// What can be said of something new besides its form: folded, because most people need none of it.
import { Checkbox } from '@mantine/core'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import type { PersonValue } from '../../forms/field-kind.ts'
import classes from './create.module.css'
import { createTexts as texts } from './texts.ts'

/** What was said. */
export interface Options {
  readonly owner?: PersonValue | undefined
  readonly manager?: PersonValue | undefined
  readonly restricted?: boolean
}

/** A contract has no manager. */
export function MoreOptions(props: {
  options: Options
  withManager: boolean
  problems: Readonly<Record<string, string>>
  onChange: (options: Options) => void
}) {
  const { options, withManager, problems, onChange } = props
  const hasProblem = ['owner', 'manager', 'restricted'].some((name) => name in problems)
  return (
    <details className={classes.more} open={hasProblem || undefined}>
      <summary>{texts.more}</summary>
      <div className={classes.inner}>
        <div data-field="owner">
          <PersonSelect
            label={texts.owner}
            colleaguesOnly
            description={texts.ownerHint}
            clearable
            person={options.owner}
            error={problems['owner']}
            onPerson={(owner) => onChange({ ...options, owner: owner ?? undefined })}
          />
        </div>
        {withManager ? (
          <div data-field="manager">
            <PersonSelect
              label={texts.manager}
              description={texts.managerHint}
              clearable
              person={options.manager}
              error={problems['manager']}
              onPerson={(manager) => onChange({ ...options, manager: manager ?? undefined })}
            />
          </div>
        ) : null}
        <Checkbox
          label={texts.restricted}
          checked={options.restricted ?? false}
          onChange={(event) => onChange({ ...options, restricted: event.currentTarget.checked })}
        />
      </div>
    </details>
  )
}
