// Display names of roles.

const WORDS: Record<string, string> = {
  InhouseLegal: 'In-house legal',
  MatterManager: 'Matter manager',
}

/** The role's display name; for an unknown role, the server's name. */
export function roleLabel(role: string): string {
  return WORDS[role] ?? role
}
