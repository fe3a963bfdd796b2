// Files and whole folders from the desktop, with the folders that they are in.

interface DroppedFile {
  readonly file: File
  /** Names of the folders, outermost first. */
  readonly path: readonly string[]
}

export interface Dropped {
  readonly files: readonly DroppedFile[]
  /** Folders without a file in them. */
  readonly emptyFolders: readonly (readonly string[])[]
}

// what operating systems and office programs leave in folders
const leftBehind = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|~\$.*|\._.*)$/i
const deepest = 10

/** What was dropped. The items are only there during the event: call it within the handler, without waiting before. */
export function droppedFiles(items: Iterable<DataTransferItem>): Promise<Dropped> {
  const roots: (FileSystemEntry | File)[] = []
  for (const item of items) {
    const taken = item.kind === 'file' ? (item.webkitGetAsEntry() ?? item.getAsFile()) : null
    if (taken) roots.push(taken)
  }
  return readAll(roots)
}

/** What was chosen in a file dialog, of files or of a folder. */
export function chosenFiles(list: Iterable<File>): Dropped {
  const files = [...list]
    .filter(({ name }) => !leftBehind.test(name))
    .map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }))
  return { files, emptyFolders: [] }
}

async function readAll(roots: readonly (FileSystemEntry | File)[]): Promise<Dropped> {
  const files: DroppedFile[] = []
  const emptyFolders: (readonly string[])[] = []
  const read = async (entry: FileSystemEntry | File, path: readonly string[]): Promise<void> => {
    if (leftBehind.test(entry.name)) return
    if (entry instanceof File) {
      files.push({ file: entry, path })
    } else if (isFile(entry)) {
      files.push({ file: await fileOf(entry), path })
    } else if (isFolder(entry) && path.length < deepest) {
      const inside = [...path, entry.name]
      const entries = await entriesOf(entry)
      if (entries.length === 0) emptyFolders.push(inside)
      for (const each of entries) await read(each, inside)
    }
  }
  for (const root of roots) await read(root, [])
  return { files, emptyFolders }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // browsers give a hundred at a time, and an empty list at the end
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
