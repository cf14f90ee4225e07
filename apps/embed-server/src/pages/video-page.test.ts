import { faults, read, words } from './testing/reading.js';
import { options, video } from './testing/samples.js';
import { renderVideoPage } from './video-page.js';

describe('a video page', () => {
  it('shows a poster with a button that names the video, and allows only its player', () => {
    const page = renderVideoPage(video(), options);
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect($('.frame img').attr()).toMatchObject({
      src: '/video/youtube/m6UOo2YGbIE-poster-image',
      width: '1280',
      height: '720',
    });
    const play = $('a.play');
    expect(play.attr('aria-label')).toBe('Play video: A talk about engines');
    expect(play.attr('href')).toBe('https://www.youtube.com/watch?v=m6UOo2YGbIE');
    expect($('meta[name=referrer]').attr('content')).toBe('strict-origin-when-cross-origin');
    expect(page.contentSecurityPolicy).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(words($, '.length')).toBe('47:20');
    expect(words($, '.below')).toContain('Playing it loads content from YouTube.');
  });

  it.each([
    [{ start: '90' }, '&start=90'],
    [{ t: '1m30s' }, '&start=90'],
    [{ t: '1h2m3s' }, '&start=3723'],
    [{ start: '1"><script>' }, ''],
    [{ start: ['1', '2'] }, ''],
    [{ onclick: 'alert(1)', autoplay: '0' }, ''],
  ])('passes %j to YouTube as %j', (parameters, passed) => {
    const page = renderVideoPage(video(), { ...options, parameters });
    expect(faults(page)).toEqual([]);
    expect(read(page)('a.play').attr('data-source')).toBe(
      `https://www.youtube-nocookie.com/embed/m6UOo2YGbIE?autoplay=1&playsinline=1${passed}`,
    );
  });

  it('asks Vimeo not to track, and knows the hash of an unlisted video', () => {
    const subject = video({ host: 'vimeo', id: '223099532', hash: 'abc123def4' });
    const page = renderVideoPage(subject, { ...options, parameters: { t: '30s' } });
    const $ = read(page);
    expect($('a.play').attr('data-source')).toBe(
      'https://player.vimeo.com/video/223099532?h=abc123def4&dnt=1&autoplay=1#t=30s',
    );
    expect($('.frame img').attr('src')).toBe('/video/vimeo/223099532-poster-image?h=abc123def4');
    expect(page.contentSecurityPolicy).toContain('frame-src https://player.vimeo.com;');
  });

  it('needs no poster for Facebook', () => {
    const bare = { title: null, author: null, durationSeconds: null, width: null, height: null };
    const subject = video({ ...bare, host: 'facebook', id: '10156049485672318', hasPoster: false });
    const page = renderVideoPage(subject, options);
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect($('.frame svg.blank').attr('viewbox') ?? $('.frame svg.blank').attr('viewBox')).toBe(
      '0 0 16 9',
    );
    expect($('a.play').attr('data-source')).toContain(
      'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D10156049485672318',
    );
    expect(page.contentSecurityPolicy).toContain('frame-src https://www.facebook.com;');
  });

  it('keeps a portrait video narrow', () => {
    const page = renderVideoPage(video({ width: 720, height: 1280 }), options);
    expect(read(page)('.frame.tall')).toHaveLength(1);
  });
});
