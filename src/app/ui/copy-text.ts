/** Copies text. Pages that are not served securely have no clipboard, so a field is selected and copied there. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return field !== null && document.execCommand('copy')
  }
}
