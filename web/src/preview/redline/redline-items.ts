// The paragraphs of a redline as they are shown, with the changes in them.
import { type ItemCell, type ParagraphItem, paragraphItems } from '../paragraph-items.ts'
import type { RedlineParagraph } from './redline.ts'

export interface RedlineItem extends ParagraphItem<RedlineParagraph> {
  /** The numbers of the changes in it. */
  readonly changes: readonly number[]
}

/** What is shown, in order. */
export const redlineItems = (paragraphs: readonly RedlineParagraph[]): RedlineItem[] =>
  paragraphItems(paragraphs).map((item) => ({
    ...item,
    changes: [...new Set(item.own.flatMap(({ pieces }) => pieces.flatMap(({ change }) => change ?? [])))],
  }))

/** What happened to a cell. */
export const kindOfCell = ({ paragraphs }: ItemCell<RedlineParagraph>) => paragraphs[0]?.cell?.kind ?? 'Same'
