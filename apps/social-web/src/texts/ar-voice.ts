import type { VoiceTexts } from './en-voice.js';

export const voice: VoiceTexts = {
  voice: {
    record: 'تسجيل رسالة صوتية',
    recording: 'جارٍ تسجيل رسالة صوتية',
    discard: 'تجاهل التسجيل',
    stop: 'إيقاف والاستماع أولًا',
    send: 'إرسال الرسالة الصوتية',
    noMicrophone: 'لا يوجد ميكروفون، أو لا يُسمح لهذه الصفحة باستخدامه.',
    play: 'تشغيل',
    pause: 'إيقاف مؤقت',
    position: 'الموضع',
    positionOf: (at, all) => `${at} من ${all}`,
    speed: (times) => `السرعة: ${times}×`,
  },
};
