// The names of a page's parts, as tabs in one line: where they do not all fit, an arrow says that more follow.
import { Tabs } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { RecordTab } from './record-page.tsx'
import classes from './record-page.module.css'
import { recordTexts } from './texts.ts'

/** Goes into `Tabs`. The one that is shown is scrolled to. */
export function RecordTabList({ tabs, shown }: { tabs: readonly RecordTab[]; shown: string }) {
  const list = useRef<HTMLDivElement>(null)
  const { before, after } = useHidden(list)
  useEffect(() => {
    // after the page around it has been scrolled, which would end this
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector(`[data-tab="${shown}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [shown])
  const move = (direction: 1 | -1) =>
    list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <div className={classes.tabLine} data-before={before} data-after={after}>
      <Tabs.List ref={list} aria-label={recordTexts.tabs.label} className={classes.tabs ?? ''}>
        {tabs.map(({ value, label, count }) => (
          <Tabs.Tab key={value} value={value} data-tab={value}>
            {label}
            {count === undefined || count === 0 ? null : <span className={classes.count}> {count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Arrow to="before" onPress={() => move(-1)} />
      <Arrow to="after" onPress={() => move(1)} />
    </div>
  )
}

/** For pointers only: the arrow keys reach every tab, and screen readers list them all. */
function Arrow({ to, onPress }: { to: 'before' | 'after'; onPress: () => void }) {
  const Icon = to === 'before' ? IconChevronLeft : IconChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      data-more={to}
      className={classes.more}
      onClick={onPress}
    >
      <Icon size={18} />
    </button>
  )
}

/** Whether something of a line that scrolls sideways is out of sight. */
function useHidden(line: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = line.current
    if (element === null) return undefined
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      // less than a pixel is a matter of rounding
      const next = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 }
      setHidden((now) => (now.before === next.before && now.after === next.after ? now : next))
    }
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // a count that comes later makes its tab wider
    for (const tab of element.children) observer.observe(tab)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [line])
  return hidden
}
