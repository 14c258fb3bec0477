/** OPEN-45: extensions that the choice of a file offers. The server checks the type by content. */
export const FILE_EXTENSIONS = ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.jpg', '.jpeg', '.png']

/** SEG-18: what the phone's camera may return. */
export const PHOTO_TYPES = 'image/jpeg,image/png'
