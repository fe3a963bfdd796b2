// What the web app keeps in the browser for the person at work: drafts, uploads on their way, places in lists. It
// outlives a reload and the end of a session, and goes when they sign out.

const PREFIX = 'chancery.'
const PERSON = 'chancery.person'

/** Removes everything that is kept for a person, in this tab and in what tabs share. */
export function forgetPerson(): void {
  removeKeys(() => window.sessionStorage)
  removeKeys(() => window.localStorage)
  void emptyDatabases().catch(() => undefined)
}

/** This person is at work now: what was kept for another one in this tab goes. */
export function keepFor(userId: string): void {
  try {
    const before = window.sessionStorage.getItem(PERSON)
    if (before !== null && before !== userId) forgetPerson()
    window.sessionStorage.setItem(PERSON, userId)
  } catch {
    // without storage nothing is kept
  }
}

function removeKeys(storageOf: () => Storage): void {
  try {
    const storage = storageOf()
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  } catch {
    // switched off
  }
}

// Emptied rather than deleted: another tab may have it open.
async function emptyDatabases(): Promise<void> {
  for (const { name } of await window.indexedDB.databases()) {
    if (!name?.startsWith(PREFIX)) continue
    const request = window.indexedDB.open(name)
    request.addEventListener('success', () => {
      const database = request.result
      const stores = [...database.objectStoreNames]
      if (stores.length > 0) {
        const transaction = database.transaction(stores, 'readwrite')
        for (const store of stores) transaction.objectStore(store).clear()
      }
      database.close()
    })
  }
}
