// Two texts compared: side by side or in one text, with the list of changes and keys to go through them.
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useActions } from '../../components/actions/action-store.ts'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import type { Previewed } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { compareTexts as texts } from '../texts.ts'
import { ChangeList } from './change-list.tsx'
import { ComparedRows } from './compared-rows.tsx'
import type { Comparison } from './comparison.ts'
import classes from './compare-view.module.css'
import { type ComparisonState, useComparison } from './use-comparison.ts'

export interface ComparedVersion extends Pick<Previewed, 'fileId' | 'version' | 'name'> {
  /** How it is called above its text: version, sender, date. */
  readonly label: ReactNode
}

/** `left` is the earlier one. It fills the height it is given. */
export function CompareView({ left, right }: { left: ComparedVersion; right: ComparedVersion }) {
  const state = useComparison(left, right)
  if (state.kind === 'done') {
    const { comparison, complete } = state
    return <Shown left={left} right={right} comparison={comparison} complete={complete} />
  }
  return <NotYet state={state} />
}

function NotYet({ state }: { state: Exclude<ComparisonState, { kind: 'done' }> }) {
  if (state.kind === 'error') return <ErrorAlert error={state.error} />
  if (state.kind === 'no-text') return <p>{texts.noText(state.name)}</p>
  return <Loading label={state.kind === 'reading' ? texts.reading : texts.working} />
}

interface ShownProps {
  left: ComparedVersion
  right: ComparedVersion
  comparison: Comparison
  complete: boolean
}

function Shown({ left, right, comparison, complete }: ShownProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const [chosen, setChosen] = useState<'side' | 'inline'>('side')
  const layout = isNarrow ? 'inline' : chosen
  const { changes } = comparison
  const { current, go, step, scroller } = useChanges(comparison)
  useActions([
    { id: 'compare.next', label: texts.next, key: 'n', group: texts.changesHeading, run: () => step(1) },
    {
      id: 'compare.previous',
      label: texts.previous,
      key: 'p',
      group: texts.changesHeading,
      run: () => step(-1),
    },
  ])
  if (changes.length === 0) return <p className={classes.same}>{texts.same}</p>
  return (
    <div className={classes.compare}>
      <div className={classes.tools}>
        <strong>{texts.changes(changes.length)}</strong>
        <output className={classes.position}>
          {current === null ? '' : texts.position(current + 1, changes.length)}
        </output>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.previous} onClick={() => step(-1)}>
          <IconChevronUp size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.next} onClick={() => step(1)}>
          <IconChevronDown size={16} aria-hidden="true" />
        </ActionIcon>
        {!isNarrow && (
          <SegmentedControl
            size="xs"
            className={classes.layout}
            aria-label={texts.layout}
            value={chosen}
            onChange={(value) => setChosen(value === 'inline' ? 'inline' : 'side')}
            data={[
              { value: 'side', label: texts.sideBySide },
              { value: 'inline', label: texts.inline },
            ]}
          />
        )}
      </div>
      {comparison.coarse && <p className={classes.note}>{texts.coarse}</p>}
      {!complete && <p className={classes.note}>{texts.incomplete}</p>}
      <div className={classes.parts}>
        <div className={classes.text}>
          <ScrollRegion ref={scroller} className={classes.scroll} label={texts.changesHeading}>
            <div className={classes.heads} data-layout={layout}>
              <div>
                <span>{texts.older}</span> {left.label}
              </div>
              <div>
                <span>{texts.newer}</span> {right.label}
              </div>
            </div>
            <ComparedRows comparison={comparison} layout={layout} current={current} />
          </ScrollRegion>
        </div>
        <ChangeList changes={changes} current={current} onGo={go} />
      </div>
    </div>
  )
}

/** Going through the changes: which one is current, and its place on the screen. */
function useChanges({ changes }: Comparison) {
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const go = useCallback((id: number) => {
    setCurrent(id)
    // after the rows around it have been drawn
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        scroller.current?.querySelector(`[data-change="${id}"]`)?.scrollIntoView({ block: 'center' })
      })
    })
  }, [])
  const step = (by: number) => {
    if (changes.length === 0) return
    const from = current ?? (by > 0 ? -1 : 0)
    go((from + by + changes.length) % changes.length)
  }
  return { current, go, step, scroller }
}
