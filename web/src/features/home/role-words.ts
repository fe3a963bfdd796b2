// Roles as people call them.

const WORDS: Record<string, string> = {
  InhouseLegal: 'In-house legal',
  MatterManager: 'Matter manager',
}

/** The role's name; one this app does not know is shown as the server calls it. */
export function roleInWords(role: string): string {
  return WORDS[role] ?? role
}
