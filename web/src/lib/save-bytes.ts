// Saving what is in memory as a file.

/** Has the browser save the bytes under the name. */
export function saveBytes(bytes: BlobPart, type: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
