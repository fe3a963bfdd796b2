// The tools above a document with pages: page, zoom, outline, comments, printing and full screen.
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconArrowAutofitWidth,
  IconEdit,
  IconFileDescription,
  IconListTree,
  IconMaximize,
  IconMessage2,
  IconMinimize,
  IconMinus,
  IconPencil,
  IconPlus,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { WholeInput } from '../forms/inputs/whole-input.tsx'
import classes from './document-tools.module.css'
import { previewTexts as texts } from './texts.ts'
import { useFullScreen } from './use-full-screen.ts'

/** What is shown of a document. */
export interface DocumentPosition {
  readonly pages: number
  readonly page: number
  /** In percent. */
  readonly zoom: number
}

/** What can be done with a document that is open. */
export interface DocumentControls {
  goToPage(page: number): void
  zoomBy(steps: number): void
  fit(how: 'page-width' | 'page-fit'): void
}

/** The page that is shown, and how many there are; another one is typed. */
export function PageField(props: { position: DocumentPosition; controls: DocumentControls }) {
  const { position, controls } = props
  const [typed, setTyped] = useState<number>()
  const go = () => {
    if (typed !== undefined && !Number.isNaN(typed)) controls.goToPage(typed)
    setTyped(undefined)
  }
  return (
    <div className={classes.group}>
      <WholeInput
        size="xs"
        ungrouped
        className={classes.page}
        aria-label={texts.pageNumber}
        value={typed ?? position.page}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span className={classes.of}>{texts.ofPages(position.pages)}</span>
    </div>
  )
}

/** Larger, smaller, and what fits. */
export function ZoomTools(props: { position: DocumentPosition; controls: DocumentControls }) {
  const { position, controls } = props
  return (
    <div className={classes.group}>
      <Tool label={texts.zoomOut} Icon={IconMinus} onPress={() => controls.zoomBy(-1)} />
      <Tool label={texts.zoomIn} Icon={IconPlus} onPress={() => controls.zoomBy(1)} />
      <Tool label={texts.fitWidth} Icon={IconArrowAutofitWidth} onPress={() => controls.fit('page-width')} />
      <Tool label={texts.fitPage} Icon={IconFileDescription} onPress={() => controls.fit('page-fit')} />
      <output className={classes.zoom}>{texts.zoomLevel(position.zoom)}</output>
    </div>
  )
}

/** The panels beside a document. */
export type SidePanelName = 'outline' | 'comments' | 'changes'

/** Opens and closes outline, comments and tracked changes; what a document does not have is not offered. */
export function PanelTools(props: {
  hasOutline: boolean
  comments?: number
  /** Whether the server reads its tracked changes. */
  mayHaveChanges?: boolean
  shown: SidePanelName | undefined
  onShow: (panel: SidePanelName | undefined) => void
  /** Leads to editing the text. */
  onEdit?: (() => void) | undefined
}) {
  const { hasOutline, comments = 0, mayHaveChanges = false, shown, onShow, onEdit } = props
  const toggle = (panel: SidePanelName) => onShow(shown === panel ? undefined : panel)
  return (
    <div className={classes.group}>
      {hasOutline ? (
        <Tool
          label={texts.outline}
          Icon={IconListTree}
          isPressed={shown === 'outline'}
          onPress={() => toggle('outline')}
        />
      ) : null}
      {comments > 0 ? (
        <Button
          variant={shown === 'comments' ? 'light' : 'subtle'}
          color="gray"
          size="compact-sm"
          leftSection={<IconMessage2 size={16} aria-hidden="true" />}
          aria-pressed={shown === 'comments'}
          onClick={() => toggle('comments')}
        >
          {texts.comments(comments)}
        </Button>
      ) : null}
      {mayHaveChanges ? (
        <Tool
          label={texts.changes}
          Icon={IconEdit}
          isPressed={shown === 'changes'}
          onPress={() => toggle('changes')}
        />
      ) : null}
      {onEdit ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          onClick={onEdit}
        >
          {texts.edit}
        </Button>
      ) : null}
    </div>
  )
}

/** Printing the whole document, and showing it on the whole screen where the browser can. */
export function PageTools(props: {
  frame: RefObject<HTMLElement | null>
  isPrinting?: boolean
  onPrint: () => void
}) {
  const { frame, isPrinting = false, onPrint } = props
  const { isPossible, isFull, toggle } = useFullScreen(frame)
  return (
    <div className={classes.group}>
      <Tool
        label={isPrinting ? texts.printing : texts.print}
        Icon={IconPrinter}
        isBusy={isPrinting}
        onPress={onPrint}
      />
      {isPossible ? (
        <Tool
          label={isFull ? texts.leaveFullScreen : texts.fullScreen}
          Icon={isFull ? IconMinimize : IconMaximize}
          onPress={toggle}
        />
      ) : null}
    </div>
  )
}

function Tool(props: {
  label: string
  Icon: TablerIcon
  isPressed?: boolean
  isBusy?: boolean
  onPress: () => void
}) {
  const { label, Icon, isPressed, isBusy = false, onPress } = props
  return (
    <Tooltip label={label} openDelay={400} withinPortal={false}>
      <ActionIcon
        variant={isPressed ? 'light' : 'subtle'}
        color="gray"
        loading={isBusy}
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onClick={onPress}
      >
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
