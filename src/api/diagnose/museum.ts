export interface MuseumPiece { title: string }
export const museum: MuseumPiece[] = [];
