import { count } from './arabic-counts.js';
import type { FilesTexts } from './en-files.js';

export const files: FilesTexts = {
  files: {
    image: count({ one: 'صورة', two: 'صورتان', few: 'صور', many: 'صورة' }),
    video: count({ one: 'فيديو', two: 'مقطعا فيديو', few: 'مقاطع فيديو', many: 'مقطع فيديو' }),
    audio: count({
      one: 'مقطع صوتي',
      two: 'مقطعان صوتيان',
      few: 'مقاطع صوتية',
      many: 'مقطعًا صوتيًا',
    }),
    file: count({ one: 'ملف', two: 'ملفان', few: 'ملفات', many: 'ملفًا' }),
    voice: 'رسالة صوتية',
    named: (what, name) => `${what}: ${name}`,
    gone: 'لم يعد هذا الملف موجودًا، أو لم يعد لك.',
    away: 'ليس على هذا الجهاز: يحتاج إلى الشبكة.',
    broken: 'لا يستطيع هذا المتصفح عرضه.',
    download: 'تنزيل',
    pictureOf: (n, all) => `${n} من ${all}`,
    previous: 'الصورة السابقة',
    next: 'الصورة التالية',
    fullSize: 'الحجم الكامل',
    fit: 'ملاءمة النافذة',
    attach: 'إرفاق ملفات',
    chosen: 'ملفات للإرسال',
    remove: (name) => `إزالة ${name}`,
    alt: 'ما تُظهره، لمن لا يراها',
    tooLarge: (name, most) => `${name} أكبر من ${most}.`,
    empty: (name) => `${name} فارغ.`,
    unreadable: (name) => `لا يمكن قراءة ${name}.`,
    tooMany: (most) => `في الرسالة ${most} ملفات على الأكثر.`,
    drop: 'أفلت الملفات هنا لإرسالها',
    percent: (n) => `${n}٪`,
  },
};
