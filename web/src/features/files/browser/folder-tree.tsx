// The folders of a record as a tree: arrows move and fold, Enter opens.
import { getTreeExpandedState, Tree, type TreeNodeData, useTree } from '@mantine/core'
import { IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { FolderNode } from '../files.ts'
import { fileTexts as texts } from '../texts.ts'
import classes from './folder-tree.module.css'

const root = 'root'

interface Props {
  label: string
  folders: readonly FolderNode[]
  current: number | null
  onOpen: (folderId: number | null) => void
  /** Wraps each folder, for dropping onto it. */
  wrap?: (folder: { id: number | null; name: string }, node: ReactNode) => ReactNode
}

export function FolderTree({ label, folders, current, onOpen, wrap }: Props) {
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
      wrap={wrap}
    />
  )
}

function OpenTree(props: {
  label: string
  data: TreeNodeData[]
  open: Record<string, boolean>
  current: number | null
  onOpen: (folderId: number | null) => void
  wrap: Props['wrap']
}) {
  const { label, data, open, current, onOpen, wrap } = props
  const tree = useTree({ initialExpandedState: open })
  return (
    <Tree
      aria-label={label}
      data={data}
      tree={tree}
      expandOnClick={false}
      levelOffset={16}
      className={classes.tree ?? ''}
      renderNode={({ node, expanded, hasChildren, elementProps }) => {
        const id = node.value === root ? null : Number(node.value)
        const shown = (
          <div
            {...elementProps}
            className={`${elementProps.className} ${classes.node}`}
            data-current={id === current || undefined}
            onClick={(event) => {
              elementProps.onClick(event)
              onOpen(id)
            }}
            onKeyDown={undefined}
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
            <span className={classes.name}>{node.label}</span>
          </div>
        )
        return wrap ? wrap({ id, name: String(node.label) }, shown) : shown
      }}
    />
  )
}

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
