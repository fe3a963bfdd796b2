// The folders of a record as a tree: arrows move and fold, Enter opens.
import { getTreeExpandedState, Tree, type TreeNodeData, useTree } from '@mantine/core'
import { IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import type { FolderNode } from '../files.ts'
import { fileTexts as texts } from '../texts.ts'
import classes from './folder-tree.module.css'

const root = 'root'

/** A folder; the root has no id. */
export interface Folder {
  readonly id: number | null
  readonly name: string
}

interface Props {
  label: string
  folders: readonly FolderNode[]
  current: number | null
  onOpen: (folderId: number | null) => void
  /** Wraps each folder, for dropping onto it. */
  Wrap?: ComponentType<{ folder: Folder; children: ReactNode }> | undefined
}

export function FolderTree({ label, folders, current, onOpen, Wrap }: Props) {
  const data = useMemo(() => treeOf(folders), [folders])
  const open = useMemo(
    () => getTreeExpandedState(data, [root, ...above(folders, current)]),
    [data, folders, current],
  )
  return (
    // another folder opens the way to it
    <OpenTree
      key={`${current ?? root} ${folders.length}`}
      {...{ label, data, open, current, onOpen }}
      Wrap={Wrap}
    />
  )
}

function OpenTree(props: {
  label: string
  data: TreeNodeData[]
  open: Record<string, boolean>
  current: number | null
  onOpen: (folderId: number | null) => void
  Wrap: Props['Wrap']
}) {
  const { label, data, open, current, onOpen, Wrap } = props
  const tree = useTree({ initialExpandedState: open })
  const openOnEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return
    const value = event.target.querySelector<HTMLElement>('[data-folder]')?.dataset['folder']
    if (value !== undefined) onOpen(value === root ? null : Number(value))
  }
  return (
    <Tree
      onKeyDown={openOnEnter}
      aria-label={label}
      data={data}
      tree={tree}
      expandOnClick={false}
      levelOffset={depthOf(data) > 6 ? 8 : 16}
      className={classes.tree ?? ''}
      renderNode={({ node, expanded, hasChildren, elementProps }) => {
        const id = node.value === root ? null : Number(node.value)
        const name = typeof node.label === 'string' ? node.label : ''
        const shown = (
          // keys come to the tree as a whole: `openOnEnter`
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
          <div
            {...elementProps}
            onClick={() => onOpen(id)}
            className={`${elementProps.className} ${classes.node}`}
            data-current={id === current || undefined}
            data-folder={node.value}
          >
            {hasChildren ? (
              <IconChevronRight
                size={14}
                className={classes.fold}
                data-open={expanded || undefined}
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation()
                  tree.toggleExpanded(node.value)
                }}
              />
            ) : (
              <span className={classes.fold} />
            )}
            {id === current ? (
              <IconFolderOpen size={16} aria-hidden="true" />
            ) : (
              <IconFolder size={16} aria-hidden="true" />
            )}
            <span className={classes.name} title={name}>
              {node.label}
            </span>
          </div>
        )
        return Wrap ? <Wrap folder={{ id, name }}>{shown}</Wrap> : shown
      }}
    />
  )
}

// a deep one is indented less, so that there is room for its names
const depthOf = (nodes: readonly TreeNodeData[]): number =>
  nodes.reduce((deepest, { children = [] }) => Math.max(deepest, 1 + depthOf(children)), 0)

function treeOf(folders: readonly FolderNode[]): TreeNodeData[] {
  const inside = new Map<number | null, FolderNode[]>()
  const known = new Set(folders.map(({ id }) => id))
  for (const folder of folders) {
    // one whose folder cannot be seen stands at the top
    const parent = folder.parentId !== null && known.has(folder.parentId) ? folder.parentId : null
    inside.set(parent, [...(inside.get(parent) ?? []), folder])
  }
  const nodes = (parent: number | null): TreeNodeData[] =>
    (inside.get(parent) ?? []).map(({ id, name }) => {
      const children = nodes(id)
      return { value: String(id), label: name, ...(children.length > 0 ? { children } : {}) }
    })
  return [{ value: root, label: texts.allFiles, children: nodes(null) }]
}

/** The folders around one, as values of the tree. */
function above(folders: readonly FolderNode[], id: number | null): string[] {
  const values: string[] = []
  for (let at = id; at !== null && values.length < 20; ) {
    values.push(String(at))
    const here = at
    at = folders.find((folder) => folder.id === here)?.parentId ?? null
  }
  return values
}
