/** Whether browsers send forms with this type. */
export function isForm(type = ''): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

export function isJson(type = ''): boolean {
  return /^application\/json\b/i.test(type)
}

/** The actual format is read from the bytes. SVG is excluded, since it can contain scripts. */
export function isImage(type = ''): boolean {
  return /^(image\/(?!svg)|application\/octet-stream)/i.test(type)
}

/** Whether it is a form that may have a file. */
export function isFileForm(type = ''): boolean {
  return /^multipart\/form-data\s*;/i.test(type)
}

/** The actual format is read from the bytes. */
export function isArchive(type = ''): boolean {
  return /^application\/(x-tar|octet-stream)/i.test(type)
}
