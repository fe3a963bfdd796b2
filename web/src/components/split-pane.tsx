// Two parts side by side with a movable border, which this browser remembers; one above the other where it is narrow.
import { Splitter } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface Props {
  /** Under which the border is remembered: `contract.document`. */
  readonly name: string
  readonly left: ReactNode
  readonly right: ReactNode
  /** The left part's share in percent until somebody moves the border. */
  readonly share?: number
  /** What the border is called when it has the focus. */
  readonly label: string
}

type Sizes = Parameters<NonNullable<Parameters<typeof Splitter>[0]['onSizeChange']>>[0]

export function SplitPane({ name, left, right, share = 60, label }: Props) {
  const narrow = useMediaQuery('(max-width: 60rem)')
  const [sizes, setSizes] = useState<Sizes>(() => rememberedSizes(name) ?? [share, 100 - share])
  if (narrow) {
    return (
      <>
        {left}
        {right}
      </>
    )
  }
  return (
    <Splitter
      sizes={sizes}
      onSizeChange={setSizes}
      onResizeEnd={(_, ended) => remember(name, ended)}
      attributes={{ handle: { 'aria-label': label } }}
      lineSize={1}
    >
      <Splitter.Pane defaultSize={share} min={20}>
        {left}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={100 - share} min={20}>
        {right}
      </Splitter.Pane>
    </Splitter>
  )
}

const keyOf = (name: string) => `chancery.split.${name}`

function rememberedSizes(name: string): Sizes | undefined {
  const share = Number(window.localStorage.getItem(keyOf(name)) ?? 'none')
  return share >= 20 && share <= 80 ? [share, 100 - share] : undefined
}

function remember(name: string, sizes: Sizes): void {
  window.localStorage.setItem(keyOf(name), String(Number.parseFloat(String(sizes[0]))))
}
