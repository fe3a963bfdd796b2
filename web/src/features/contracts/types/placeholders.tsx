// The placeholders of a document: what each refers to, and how to mend those that refer to nothing.
import { Button } from '@mantine/core'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Notice } from '../../../components/notice.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { state } from '../../../lib/states.ts'
import classes from '../../types/types.module.css'
import { type FoundPlaceholders, useAddToForm } from './template.ts'
import { templateTexts as texts } from './texts.ts'

type Placeholder = FoundPlaceholders['placeholders'][number]

const broken = state(texts.nothing, 'wrong')

export function Placeholders(props: {
  typeId: number
  found: FoundPlaceholders
  /** The form was changed for the document. */
  onMended?: () => void
  /** Of a document that is not the template yet. */
  use?: { readonly busy: boolean; readonly error: unknown; readonly onUse: () => void }
}) {
  const { typeId, found, onMended, use } = props
  const { placeholders, unused, blanks } = found
  const wrong = placeholders.filter(({ is }) => is === null).length
  return (
    <>
      {placeholders.length === 0 ? <p className={classes.quiet}>{texts.noNames}</p> : null}
      {blanks.length > 0 ? <Blanks blanks={blanks} /> : null}
      <ul className={classes.list} aria-label={texts.names}>
        {placeholders.map((each) => (
          <PlaceholderRow key={each.name} placeholder={each} typeId={typeId} onMended={onMended} />
        ))}
      </ul>
      {unused.length > 0 && placeholders.length > 0 ? (
        <p className={classes.quiet}>
          {texts.unused}: {unused.map(({ write }) => `{${write}}`).join(', ')}
        </p>
      ) : null}
      {use && wrong > 0 ? (
        <Notice kind="caution" title={texts.broken(wrong)}>
          {texts.mendNothing}
        </Notice>
      ) : null}
      <ErrorAlert error={use?.error} />
      {use ? (
        <div>
          <ActionButton busy={use.busy} disabled={wrong > 0} onClick={use.onUse}>
            {texts.use}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}

const blanksShown = 20

/** Places that people fill in by hand, and what takes their place. */
function Blanks({ blanks }: Pick<FoundPlaceholders, 'blanks'>) {
  return (
    <div>
      <p className={classes.quiet}>{texts.blanks(blanks.length)}</p>
      <ul className={classes.list} aria-label={texts.blanksTitle}>
        {blanks.slice(0, blanksShown).map(({ text, guess }) => (
          <li key={text} className={classes.row}>
            <span className={classes.what}>
              <span className={classes.name}>{text}</span>
              <span className={classes.about}>{guess ? texts.blank(guess) : texts.blankOfNothing}</span>
            </span>
          </li>
        ))}
      </ul>
      {blanks.length > blanksShown ? (
        <p className={classes.quiet}>{texts.moreBlanks(blanks.length - blanksShown)}</p>
      ) : null}
    </div>
  )
}

function PlaceholderRow(props: {
  placeholder: Placeholder
  typeId: number
  onMended: (() => void) | undefined
}) {
  const { placeholder, typeId, onMended } = props
  const { name, is, guess } = placeholder
  const add = useAddToForm(typeId)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{`{${name}}`}</span>
        <span className={classes.about}>{aboutOf(placeholder)}</span>
        <ErrorAlert error={add.error} />
      </span>
      {is === null ? <StateBadge state={broken} /> : null}
      {is === null && guess && !guess.onForm && onMended ? (
        <Button
          size="xs"
          variant="default"
          loading={add.isPending}
          onClick={() =>
            add.mutate(guess.id, {
              onSuccess: () => {
                showToast({ text: texts.added(guess.label) })
                onMended()
              },
            })
          }
        >
          {texts.addToForm(guess.label)}
        </Button>
      ) : null}
    </li>
  )
}

function aboutOf({ is, field, guess, possible }: Placeholder): string {
  if (is === 'Field') return texts.field(field?.label ?? '')
  if (is === 'Section') return texts.section
  if (is === 'Contract') return texts.own
  if (possible.length > 0) return texts.possible(possible)
  if (!guess) return texts.mendNothing
  return guess.onForm
    ? `${texts.meant(guess.label)} ${texts.mend(guess.write)}`
    : texts.notOnForm(guess.label)
}
