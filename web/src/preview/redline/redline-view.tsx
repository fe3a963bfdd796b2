// Two Word documents compared: the text with its changes, the list of changes by clause, what they touch, and the
// redline to download.
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { useActions } from '../../components/actions/action-store.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import { Refusal } from '../../lib/refusal.ts'
import { saveBytes } from '../../lib/save-bytes.ts'
import { useAction } from '../../lib/use-action.ts'
import type { ComparedVersion } from '../compare/compare-view.tsx'
import { loadBytes } from '../load-bytes.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { redlineTexts as texts } from './redline-texts.ts'
import {
  type ChangeClass,
  type RedlineChange,
  cleanCopyUrl,
  type RedlineState,
  redlineUrl,
  useRedline,
} from './redline.ts'
import { RedlineChanges } from './redline-changes.tsx'
import { RedlineText } from './redline-text.tsx'
import classes from './redline-view.module.css'

export interface RedlineViewProps {
  /** The earlier one. */
  readonly left: ComparedVersion
  readonly right: ComparedVersion
  /** Which changes are gone through: those of one class, or all. */
  readonly only: string | undefined
  readonly onOnly: (only: string | undefined) => void
}

const changeClasses: readonly ChangeClass[] = [
  'NotTracked',
  'NumbersAndDates',
  'Money',
  'Parties',
  'Formatting',
]

/** It fills the height it is given. */
export function RedlineView(props: RedlineViewProps) {
  const state = useRedline(props.left, props.right)
  if (state.kind === 'done') return <Shown {...props} state={state} />
  if (state.kind === 'error') return <ErrorAlert error={state.error} />
  if (state.kind === 'failed') return <p className={classes.same}>{texts.failed(state.reason)}</p>
  return (
    <div className={classes.working}>
      <label>
        {texts.working}
        <progress />
      </label>
    </div>
  )
}

interface ShownProps extends RedlineViewProps {
  readonly state: Extract<RedlineState, { kind: 'done' }>
}

function Shown({ left, right, only, onOnly, state }: ShownProps) {
  const { redline, changes, paragraphs } = state
  const isOf = (name: string) => (change: RedlineChange) => change.classes.some((each) => each === name)
  const chosen = changeClasses.find((each) => each === only)
  const wanted = chosen ? changes.filter(isOf(chosen)) : changes
  const untracked = changes.filter(isOf('NotTracked'))
  const { current, place, go, step, scroller } = useChanges(wanted)
  useActions([
    { id: 'redline.next', label: texts.next, key: 'n', group: texts.heading, run: () => step(1) },
    { id: 'redline.previous', label: texts.previous, key: 'p', group: texts.heading, run: () => step(-1) },
  ])
  return (
    <div className={classes.redline}>
      <div className={classes.tools}>
        <NativeSelect
          size="xs"
          aria-label={texts.filter}
          value={chosen ?? ''}
          onChange={({ currentTarget }) => onOnly(currentTarget.value || undefined)}
          data={[
            { value: '', label: texts.all(changes.length) },
            ...changeClasses.map((each) => ({
              value: each,
              label: texts.classOf(each, changes.filter(isOf(each)).length),
            })),
          ]}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={texts.previous} onClick={() => step(-1)}>
          <IconChevronUp size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.next} onClick={() => step(1)}>
          <IconChevronDown size={16} aria-hidden="true" />
        </ActionIcon>
        <output className={classes.position}>
          {place === undefined ? '' : texts.position(place + 1, wanted.length)}
        </output>
        <span className={classes.downloads}>
          <Download href={redlineUrl(redline)} label={texts.download} />
          {redline.canMakePdf ? (
            <PdfDownload href={`${redlineUrl(redline)}?format=Pdf`} name={right.name} />
          ) : (
            <span className={classes.noPdf}>{texts.noPdf}</span>
          )}
          <Download href={cleanCopyUrl(redline)} label={texts.cleanCopy} />
        </span>
      </div>
      {untracked.length > 0 && (
        <p className={classes.untrackedNote}>
          {texts.notTracked(untracked.length, changes.length)}{' '}
          {untracked.length < changes.length && chosen !== 'NotTracked' ? (
            <LinkButton onClick={() => onOnly('NotTracked')}>{texts.showNotTracked}</LinkButton>
          ) : null}
        </p>
      )}
      {redline.exact === false && <p className={classes.note}>{texts.notExact}</p>}
      <div className={classes.parts}>
        <div className={classes.text}>
          <ScrollRegion ref={scroller} className={classes.scroll} label={texts.heading}>
            <p className={classes.heads}>
              <del data-kind="Deleted">{texts.before}</del> {left.label}
              <br />
              <ins data-kind="Inserted">{texts.after}</ins> {right.label}
            </p>
            {changes.length === 0 && <p className={classes.same}>{texts.same}</p>}
            <RedlineText paragraphs={paragraphs} current={current} />
          </ScrollRegion>
        </div>
        <RedlineChanges
          changes={wanted}
          current={current}
          marked={untracked.length < changes.length}
          onGo={go}
        />
      </div>
    </div>
  )
}

const Download = ({ href, label }: { href: string; label: string }) => (
  <Button
    component="a"
    href={href}
    download
    variant="default"
    size="xs"
    leftSection={<IconDownload size={14} aria-hidden="true" />}
  >
    {label}
  </Button>
)

/** It is made when it is asked for: that takes some seconds, and may not be possible. */
function PdfDownload({ href, name }: { href: string; name: string }) {
  const making = useAction({
    mutationFn: () => loadBytes(href, new AbortController().signal),
    onSuccess: (bytes) =>
      saveBytes(bytes, 'application/pdf', `${name.replace(/\.docx$/i, '')} (redline).pdf`),
    onError: (error) =>
      showToast({ text: error instanceof Refusal ? error.message : String(error), problem: true }),
  })
  return (
    <ActionButton
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      busy={making.isPending}
      onClick={() => making.mutate()}
    >
      {texts.downloadPdf}
    </ActionButton>
  )
}

/** Going through the changes: which one is current, and its place on the screen. */
function useChanges(changes: readonly RedlineChange[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const go = useCallback((number: number) => {
    setCurrent(number)
    // after the paragraphs around it have been drawn
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        scroller.current?.querySelector(`[data-change="${number}"]`)?.scrollIntoView({ block: 'center' })
      })
    })
  }, [])
  const at = changes.findIndex(({ number }) => number === current)
  const step = (by: number) => {
    const next =
      changes[at < 0 ? (by > 0 ? 0 : changes.length - 1) : (at + by + changes.length) % changes.length]
    if (next) go(next.number)
  }
  return { current, place: at < 0 ? undefined : at, go, step, scroller }
}
